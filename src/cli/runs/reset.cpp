#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/runs/runs.hpp"
#include "run/run_index.hpp"
#include "runner/discard.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "store/database.hpp"
#include "store/lock.hpp"

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
    os::Files& files = context.ports.files;
    TRY_ASSIGN(const run::RunState state, run::load_run(context.layout, id));
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    store::LockHolder self = store::this_process();
    self.run = id.text();
    TRY_ASSIGN(
        const store::ProcessLock lock,
        store::ProcessLock::acquire(files, context.layout.run_lock(id), self, "run " + id.text()));
    if (runner::is_at_work(state)) {
      return fail(Errc::conflict, "process " + std::to_string(state.pid) +
                                      " works on it; wait for its end or stop it");
    }
    TRY_ASSIGN(const auto database, store::Database::open(context.layout.database()));
    const runner::DiscardPorts ports{
        .world = context.ports, .git = git, .database = *database, .config = context.config.config};
    Given given{.run = id.text()};
    TRY_ASSIGN(const auto worktree, files.stat(context.layout.worktree(id)));
    given.worktree_removed = worktree.has_value();
    given.marked = runner::can_resume(state);
    // A run that came to its end keeps its history as it is.
    if (given.marked) {
      TRY(runner::discard_run(ports, context.layout, state));
    } else {
      TRY(runner::remove_worktree(ports, context.layout, state));
    }
    return given;
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
