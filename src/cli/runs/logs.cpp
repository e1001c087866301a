#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/runs/event_line.hpp"
#include "cli/runs/runs.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "store/journal.hpp"

namespace pawl::cli {
namespace {

constexpr Milliseconds kPollEvery{250};

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
    const run::RunStatus status = fleet::status_now(context.ports, *state);
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
      out += raw ? std::string(line)
                 : event_line(context, (*event)["at"].text(), (*event)["kind"].text(),
                              (*event)["data"]);
    }
  }

  std::string folder_;
  store::Position shown_;
  Json events_ = Json::array();
};

}  // namespace

std::unique_ptr<Command> make_logs() { return std::make_unique<Logs>(); }

}  // namespace pawl::cli
