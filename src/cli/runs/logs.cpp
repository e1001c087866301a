#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/runs.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "store/journal.hpp"

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
  return kind == run::kRunHeartbeat.name ? Paint::dim : Paint::blue;
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
    return {{"RUN", "a run, its prefix, or a target; the newest run when absent", &text, false,
             kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    if (json && (follow || raw)) {
      return fail(Errc::invalid, "--json is one document; use --raw to get lines");
    }
    TRY_ASSIGN(const RunId id, find_run_or_target(context, text));
    folder_ = context.layout.run(id);
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
    const Result<run::RunState> state = run::load_run(context.layout, id);
    if (!state) return true;
    const run::RunStatus status = status_now(context.ports, *state);
    return state->finished() || status == run::RunStatus::crashed;
  }

  // Shows the whole lines that were added since the last call; a line without its end waits. A
  // journal that was replaced meanwhile is shown from its beginning.
  Status show_new_lines(Context& context) {
    auto lines = store::read_lines(folder_, shown_);
    if (!lines && lines.error().code == Errc::conflict) lines = store::read_lines(folder_, {});
    if (!lines) return lines.error();
    shown_ = lines->next;
    std::string out;
    for (std::string_view rest = lines->text; !rest.empty();) {
      const auto end = rest.find('\n') + 1;
      show_line(context, rest.substr(0, end), out);
      rest.remove_prefix(end);
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

  std::string folder_;
  store::Position shown_;
  Json events_ = Json::array();
};

}  // namespace

std::unique_ptr<Command> make_logs() { return std::make_unique<Logs>(); }

}  // namespace pawl::cli
