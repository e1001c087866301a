#include "fleet/facts.hpp"

#include "base/text/text.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "run/run_table.hpp"
#include "runner/discard.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "store/journal.hpp"

namespace pawl::fleet {
namespace {

// A process that was ended a moment ago may hold its lock still.
constexpr Milliseconds kLockPatience{1'000};

bool is_below(std::string_view path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

}  // namespace

Result<EndedRun> EndedRun::lock(const FleetPorts& ports, const RunId& run) {
  store::LockHolder self = store::this_process();
  self.run = run.text();
  TRY_ASSIGN(
      store::ProcessLock lock,
      store::ProcessLock::acquire(
          ports.world.files, ports.layout.run_lock(run), self, "run " + run.text(),
          {.clock = ports.world.clock, .cancel = &ports.world.cancel, .patience = kLockPatience}));
  TRY_ASSIGN(run::RunState state, run::load_run(ports.layout, run));
  if (runner::is_at_work(state)) {
    return fail(Errc::conflict, "process " + std::to_string(state.pid) + " works on run " +
                                    run.text() + "; wait for its end or stop it");
  }
  return EndedRun(ports, run, std::move(lock), std::move(state));
}

Status EndedRun::append(const Event& event) const {
  const FleetPorts& ports = ports_;
  TRY_ASSIGN(const auto journal,
             store::Journal::open(ports.layout.run(run_), run_, ports.world.clock, ports.redactor));
  TRY(journal->append(event));
  TRY_ASSIGN(const run::RunState state, run::load_run(ports.layout, run_));
  return run::write_views(ports.world.files, ports.layout, ports.database, run_, state);
}

Result<bool> close_run(const FleetPorts& ports, const RunId& run) {
  TRY_ASSIGN(const EndedRun ended, EndedRun::lock(ports, run));
  if (ended.state().closed) return false;
  TRY(ended.append(to_event(run::RunClosed{.attempt = ended.state().attempt})));
  return true;
}

std::string_view to_string(Decision decision) { return decision == Decision::ack ? "ack" : "skip"; }

Result<bool> decide(const FleetPorts& ports, const RunId& run, Decision decision) {
  TRY_ASSIGN(const EndedRun ended, EndedRun::lock(ports, run));
  const run::RunState& state = ended.state();
  const bool good =
      state.status == run::RunStatus::succeeded || state.status == run::RunStatus::nothing_to_do;
  if (good) {
    return fail(Errc::conflict, "run " + run.text() + " came to its end (" +
                                    std::string(run::to_string(state.status)) +
                                    "): there is nothing to decide");
  }
  if (state.decision == to_string(decision)) return false;
  TRY(ended.append(to_event(
      run::RunDecided{.decision = std::string(to_string(decision)), .attempt = state.attempt})));
  return true;
}

Result<Removed> remove_run(const FleetPorts& ports, const config::Config& config,
                           const RunId& run) {
  os::Files& files = ports.world.files;
  TRY_ASSIGN(const EndedRun ended, EndedRun::lock(ports, run));
  for (const std::string& folder : {ports.layout.worktree(run), ports.layout.run(run)}) {
    if (!is_below(ports.world.folder, folder)) continue;
    return fail(Errc::denied, "you are in " + folder + ", which would be removed; go elsewhere");
  }
  git::Git git(ports.world.processes, runner::git_options(ports.world, config));
  const runner::DiscardPorts discard{
      .world = ports.world, .git = git, .database = ports.database, .config = config};
  TRY_ASSIGN(const bool worktree, runner::remove_worktree(discard, ports.layout, ended.state()));
  // Without its journal it is a folder of a run that never began: killed from here on, what is left
  // is swept.
  TRY(files.remove(ports.layout.run(run) + "/events.jsonl"));
  TRY(run::RunTable(ports.database).forget(run.text()));
  TRY(files.remove_tree(ports.layout.run(run)));
  return Removed{.worktree = worktree};
}

}  // namespace pawl::fleet
