#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/runs.hpp"

namespace pawl::cli {
namespace {

Json json_of_run(const RunSummary& run) {
  return Json::object({{"run", run.run},
                       {"target", run.target},
                       {"status", run::to_string(run.status)},
                       {"phase", run.phase},
                       {"branch", run.branch},
                       {"begun_at", run.begun_at},
                       {"last_at", run.last_at},
                       {"exit", run.exit < 0 ? Json() : Json(run.exit)},
                       {"pr", run.pr == 0 ? Json() : Json(run.pr)}});
}

class List final : public Command {
 public:
  std::int64_t limit = 50;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--limit", "N", "at most so many runs; 0 for all", &limit},
            {"--json", "", "one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    if (limit < 0) return fail(Errc::invalid, "--limit wants a number from 0 up");
    std::vector<std::string> broken;
    TRY_ASSIGN(std::vector<RunSummary> runs, list_summaries(context, broken));
    for (const std::string& run : broken) context.console.say("pawl: warning: " + run);
    const std::size_t all = runs.size();
    if (limit > 0 && all > static_cast<std::size_t>(limit)) {
      runs.resize(static_cast<std::size_t>(limit));
    }
    if (json) {
      Json list = Json::array();
      for (const RunSummary& run : runs) list.push(json_of_run(run));
      context.console.document(Json::object({{"runs", list}, {"total", all}}));
      return Exit::done;
    }
    show(context, runs);
    if (runs.size() < all) {
      context.console.say(std::to_string(all - runs.size()) + " more; see --limit");
    }
    return Exit::done;
  }

 private:
  static void show(Context& context, const std::vector<RunSummary>& runs) {
    if (runs.empty()) {
      context.console.say("There are no runs yet; `pawl run TARGET` makes one.");
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const RunSummary& run : runs) {
      rows.push_back({run.run, painted(context, paint_of(run.status), run::to_string(run.status)),
                      run.phase, run.pr == 0 ? "-" : "#" + std::to_string(run.pr),
                      run.begun_at.substr(0, run.begun_at.find('.')), printable(run.target, 80)});
    }
    context.console.out(table({"RUN", "STATUS", "PHASE", "PR", "BEGUN", "TARGET"}, rows));
  }
};

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }

}  // namespace pawl::cli
