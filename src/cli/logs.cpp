#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/runs.hpp"
#include "store/journal.hpp"
#include "store/run_index.hpp"

namespace pawl::cli {
namespace {

constexpr Milliseconds kPollEvery{250};
constexpr std::size_t kValueBytesMax = 160;

std::string value_text(const Json& value) {
  return printable(value.is_string() ? value.text() : value.dump(), kValueBytesMax);
}

Paint paint_of_kind(std::string_view kind) {
  for (const std::string_view bad : {"failed", "refused", "aborted", "unknown", "interrupted"}) {
    if (contains(kind, bad)) return Paint::red;
  }
  return kind == "span" || kind == "run.heartbeat" ? Paint::dim : Paint::blue;
}

// `09:30:00  subtask.begin  subtask=T001-S01 attempt=1`
std::string pretty_line(const Context& context, const Json& event) {
  const std::string_view at = event["at"].text();
  const auto time = at.find('T');
  std::string line(time == std::string_view::npos ? at : at.substr(time + 1, 8));
  const std::string_view kind = event["kind"].text();
  line += "  " + painted(context, paint_of_kind(kind), printable(kind, 60));
  if (kind.size() < 18) line.append(18 - kind.size(), ' ');
  for (const auto& [name, value] : event["data"].members()) {
    line += " " + painted(context, Paint::dim, printable(name, 60) + "=") + value_text(value);
  }
  return line + "\n";
}

class Logs final : public Command {
 public:
  std::string text;
  std::string filter;
  bool follow = false;
  bool raw = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"-f,--follow", "", "go on until the run ends", &follow},
            {"--raw", "", "the journal's own lines, untouched", &raw},
            {"--filter", "PREFIX", "only events whose kind begins so", &filter},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, its prefix, or a target; the newest run when absent", &text, false}};
  }

  Result<Exit> run(Context& context) override {
    if (json && (follow || raw)) {
      return fail(Errc::invalid, "--json is one document; use --raw to get lines");
    }
    TRY_ASSIGN(const RunId id, find_run_or_target(context, text));
    path_ = context.layout.run(id) + "/events.jsonl";
    for (;;) {
      // Asked before reading: what an ended run wrote last is then read too.
      const bool ended = !follow || has_ended(context, id);
      TRY(show_new_lines(context));
      if (context.console.reader_gone()) return Exit::done;
      if (ended) break;
      if (!context.ports.clock.sleep(kPollEvery, &context.ports.cancel)) return Exit::interrupted;
    }
    if (json) {
      context.console.document(Json::object({{"run", id.text()}, {"events", events_}}));
    }
    return Exit::done;
  }

 private:
  static bool has_ended(Context& context, const RunId& id) {
    const Result<store::RunState> state = store::load_run(context.layout, id);
    if (!state) return true;
    const store::RunStatus status = status_now(context.ports, *state);
    return state->finished() || status == store::RunStatus::crashed;
  }

  // Shows the whole lines that were added since the last call; a line without its end waits.
  Status show_new_lines(Context& context) {
    TRY_ASSIGN(const auto stat, context.ports.files.stat(path_));
    if (stat && stat->size == size_seen_) return Done{};
    TRY_ASSIGN(const std::string journal, context.ports.files.read(path_, store::kJournalBytesMax));
    size_seen_ = journal.size();
    std::string out;
    for (;;) {
      const auto end = journal.find('\n', shown_);
      if (end == std::string::npos) break;
      show_line(context, std::string_view(journal).substr(shown_, end + 1 - shown_), out);
      shown_ = end + 1;
    }
    if (raw) {
      context.console.data(out);
    } else {
      context.console.out(out);
    }
    return Done{};
  }

  void show_line(const Context& context, std::string_view line, std::string& out) {
    const bool unfiltered_raw = raw && filter.empty();
    if (unfiltered_raw) {
      out += line;
      return;
    }
    const Result<Json> event = Json::parse(line);
    if (!event || !event->has("kind")) return;
    if (!(*event)["kind"].text().starts_with(filter)) return;
    if (json) {
      events_.push(*event);
    } else {
      out += raw ? std::string(line) : pretty_line(context, *event);
    }
  }

  std::string path_;
  std::size_t shown_ = 0;
  std::uint64_t size_seen_ = 0;
  Json events_ = Json::array();
};

}  // namespace

std::unique_ptr<Command> make_logs() { return std::make_unique<Logs>(); }

}  // namespace pawl::cli
