#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/runs.hpp"
#include "cli/target.hpp"
#include "git/worktree.hpp"
#include "os/process.hpp"
#include "store/database.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"
#include "store/run_index.hpp"

namespace pawl::cli {
namespace {

constexpr std::string_view kReason = "given up by `pawl reset`";

struct Given {
  std::string run;
  bool worktree_removed = false;
  bool marked = false;
};

// Whether the run could still be gone on with. One that came to its end keeps its history as it is.
bool can_be_resumed(const store::RunState& state) {
  using enum store::RunStatus;
  const bool open = state.status == running || state.status == queued || state.status == waiting ||
                    state.status == stopped || state.status == failed || state.status == bailed;
  return open && state.reason != kReason;
}

class Reset final : public Command {
 public:
  std::string text;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, its prefix, or a target: then all its runs", &text}};
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
    Result<RunId> by_id = store::find_run(context.ports.files, context.layout, text);
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
    TRY_ASSIGN(const store::RunState state, store::load_run(context.layout, id));
    git::Git git(context.ports.processes, git_options(context.ports, context.config.config));
    TRY_ASSIGN(const git::Target target, resolve_target(context.ports, git, state.target));
    const store::LockHolder self{.pid = os::own_pid(),
                                 .started = os::process_start_time(os::own_pid()),
                                 .boot = os::boot_id(),
                                 .run = id.text()};
    TRY_ASSIGN(const store::RepositoryLock lock,
               store::RepositoryLock::acquire(files, context.layout.lock(lock_slug(target)), self));
    Given given{.run = id.text()};
    TRY_ASSIGN(given.worktree_removed, remove_worktree(context, git, target, id, state));
    TRY(files.remove_tree(context.layout.scratch(id)));
    if (can_be_resumed(state)) {
      TRY(mark(context, id));
      given.marked = true;
    }
    return given;
  }

  static Result<bool> remove_worktree(Context& context, git::Git& git, const git::Target& target,
                                      const RunId& id, const store::RunState& state) {
    os::Files& files = context.ports.files;
    const std::string folder = context.layout.worktree(id);
    TRY_ASSIGN(const auto stat, files.stat(folder));
    if (!stat) return false;
    // Without a base commit the clone never came to its end, so nothing was ever worked on in it.
    if (state.base_commit.empty()) {
      TRY(files.remove_tree(folder));
      return true;
    }
    const git::WorktreePlan plan{target, folder, state.base, state.branch};
    TRY_ASSIGN(git::Worktree worktree, git::Worktree::reopen(git, files, plan, state.base_commit));
    TRY_ASSIGN(const std::string rescued, worktree.rescue(id.text()));
    if (!rescued.empty()) {
      context.console.say("uncommitted work of " + id.text() + " is kept as " + rescued);
    }
    TRY(worktree.dispose(files));
    return true;
  }

  static Status mark(Context& context, const RunId& id) {
    {
      TRY_ASSIGN(const auto journal,
                 store::Journal::open(context.layout.run(id), id, context.ports.clock,
                                      context.config.redactor));
      const auto interrupted = static_cast<int>(Exit::interrupted);
      TRY(journal->append(
          {EventKind::run_exit_clean, Json::object({{"state", to_string(store::RunStatus::stopped)},
                                                    {"exit", interrupted},
                                                    {"reason", kReason}})}));
    }
    TRY_ASSIGN(const store::RunState state, store::load_run(context.layout, id));
    TRY_ASSIGN(const auto database, store::Database::open(context.layout.database()));
    return store::write_views(context.ports.files, context.layout, *database, id, state);
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
