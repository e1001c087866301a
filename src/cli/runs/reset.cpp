#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/runs/runs.hpp"
#include "run/run_index.hpp"
#include "runner/discard.hpp"
#include "runner/target.hpp"
#include "store/database.hpp"

namespace pawl::cli {
namespace {

struct Given {
  std::string run;
  bool worktree_removed = false;
  bool marked = false;
};

class Reset final : public Command {
 public:
  std::string text;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, its prefix, or a target: then all its runs", &text, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::vector<RunId> runs, named_runs(context));
    std::vector<Given> given;
    for (const RunId& id : runs) {
      TRY_ASSIGN(Given one, give_up(context, id).during("run " + id.text()));
      if (one.marked || one.worktree_removed) given.push_back(std::move(one));
    }
    report(context, given);
    return given.empty() ? Exit::nothing_to_do : Exit::done;
  }

 private:
  Result<std::vector<RunId>> named_runs(Context& context) const {
    Result<RunId> by_id = run::find_run(context.ports.files, context.layout, text);
    if (by_id) return std::vector<RunId>{*by_id};
    Result<std::vector<RunId>> of_target = runs_of_target(context, text);
    if (!of_target) return std::move(by_id).error();
    if (of_target->empty()) {
      return fail(Errc::not_found, "there are no runs of " + printable(text, 200));
    }
    return of_target;
  }

  static Result<Given> give_up(Context& context, const RunId& id) {
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(const auto database, store::Database::open(context.layout.database()));
    const runner::DiscardPorts ports{
        .world = context.ports, .git = git, .database = *database, .config = context.config.config};
    TRY_ASSIGN(const runner::GivenUp given, runner::give_up(ports, context.layout, id));
    return Given{
        .run = id.text(), .worktree_removed = given.worktree_removed, .marked = given.marked};
  }

  void report(Context& context, const std::vector<Given>& given) const {
    if (json) {
      Json list = Json::array();
      for (const Given& one : given) {
        list.push(Json::object({{"run", one.run},
                                {"worktree_removed", one.worktree_removed},
                                {"stopped", one.marked}}));
      }
      context.console.document(Json::object({{"runs", list}}));
      return;
    }
    for (const Given& one : given) context.console.say("gave up " + one.run);
    if (given.empty()) context.console.say("there was nothing to give up");
  }
};

}  // namespace

std::unique_ptr<Command> make_reset() { return std::make_unique<Reset>(); }

}  // namespace pawl::cli
