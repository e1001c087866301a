#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/runs.hpp"

namespace pawl::cli {
namespace {

Json json_of_run(const fleet::RunLine& line) {
  const run::RunRow& run = line.row;
  return Json::object({{"run", run.run},
                       {"target", run.target},
                       {"status", run::to_string(line.status)},
                       {"phase", run.phase},
                       {"branch", run.branch},
                       {"begun_at", run.begun_at},
                       {"last_at", run.last_at},
                       {"exit", run.finished() ? Json(run.exit) : Json()},
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
    TRY_ASSIGN(std::vector<fleet::RunLine> runs, list_runs(context));
    const std::size_t all = runs.size();
    if (limit > 0 && all > static_cast<std::size_t>(limit)) {
      runs.resize(static_cast<std::size_t>(limit));
    }
    if (json) {
      Json list = Json::array();
      for (const fleet::RunLine& run : runs) list.push(json_of_run(run));
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
  static void show(Context& context, const std::vector<fleet::RunLine>& runs) {
    if (runs.empty()) {
      context.console.say("There are no runs yet; `pawl run TARGET` makes one.");
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const fleet::RunLine& line : runs) {
      const run::RunRow& run = line.row;
      rows.push_back({run.run, painted(context, paint_of(line.status), run::to_string(line.status)),
                      run.phase, run.pr == 0 ? "-" : "#" + std::to_string(run.pr),
                      run.begun_at.substr(0, run.begun_at.find('.')), printable(run.target, 80)});
    }
    context.console.out(table({"RUN", "STATUS", "PHASE", "PR", "BEGUN", "TARGET"}, rows));
  }
};

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }

}  // namespace pawl::cli
