#include "fleet/facts.hpp"

#include <set>

#include "landing/put_away.hpp"
#include "run/run_index.hpp"
#include "run/run_table.hpp"
#include "runner/discard.hpp"
#include "runner/group_events.hpp"
#include "runner/hold.hpp"
#include "runner/target.hpp"
#include "store/journal.hpp"

namespace pawl::fleet {
namespace {

// A process that was ended a moment ago may hold its lock still.
constexpr Milliseconds kLockPatience{1'000};

bool is_below(std::string_view path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// Its branch, and what waited to land. A target that is gone has neither.
Result<landing::PutAway> put_branch_away(const FleetPorts& ports, const config::Config& config,
                                         git::Git& git, const run::RunState& state) {
  if (state.target.starts_with('/')) {
    TRY_ASSIGN(const auto there, ports.world.files.stat(state.target));
    if (!there) return landing::PutAway{};
  }
  return landing::put_away({.world = ports.world,
                            .git = git,
                            .database = ports.database,
                            .layout = ports.layout,
                            .config = config,
                            .redactor = ports.redactor},
                           state);
}

// Branches of its parallel groups, also of groups that were done anew since.
Result<std::set<std::string>> branches_of(const FleetPorts& ports, const RunId& run) {
  std::set<std::string> found;
  const auto keep = [&](const JournalEvent& event) {
    if (!event.is(runner::kGroupReady)) return;
    for (const std::string& one : runner::group_ready_of(event).runs) found.insert(one);
  };
  TRY(store::walk_journal(
      ports.layout.run(run), [](std::string_view kind) { return kind == runner::kGroupReady.name; },
      keep));
  return found;
}

// They are there until their run is gone: a removal that was killed finds them again.
Result<int> remove_branches(const FleetPorts& ports, const config::Config& config,
                            const RunId& run) {
  TRY_ASSIGN(const std::set<std::string> names, branches_of(ports, run));
  int removed = 0;
  for (const std::string& name : names) {
    TRY_ASSIGN(const RunId id, RunId::parse(name));
    TRY_ASSIGN(const auto folder, ports.world.files.stat(ports.layout.run(id)));
    if (!folder) continue;
    TRY_ASSIGN(const bool begun, run::has_journal(ports.world.files, ports.layout, id));
    if (begun) TRY(remove_run(ports, config, id).during("its branch " + name));
    if (!begun) TRY(ports.world.files.remove_tree(ports.layout.run(id)));
    ++removed;
  }
  return removed;
}

}  // namespace

Result<EndedRun> EndedRun::lock(const FleetPorts& ports, const RunId& run) {
  runner::DiskShelf shelf(ports.world, ports.layout, kLockPatience);
  TRY_ASSIGN(runner::Held held, runner::hold_ended(shelf, run));
  return EndedRun(ports, run, std::move(held.lock), *std::move(held.state));
}

Status EndedRun::append(const Event& event) {
  TRY(note(event));
  return show();
}

Status EndedRun::note(const Event& event) {
  if (!journal_) {
    TRY_ASSIGN(journal_, store::Journal::open(ports_.layout.run(run_), run_, ports_.world.clock,
                                              ports_.redactor));
  }
  TRY_ASSIGN(const JournalEvent written, journal_->record(event));
  // What is said of a run without its lock came between.
  if (written.seq != state_.last_seq + 1) {
    TRY_ASSIGN(state_, run::load_run(ports_.layout, run_));
  } else {
    run::apply(state_, written);
  }
  return Done{};
}

Status EndedRun::show() {
  return run::write_views(ports_.world.files, ports_.layout, ports_.database, run_, state_);
}

Result<bool> close_run(const FleetPorts& ports, const RunId& run) {
  TRY_ASSIGN(EndedRun ended, EndedRun::lock(ports, run));
  const std::optional<Event> said = closing(ended.state());
  if (said) TRY(ended.append(*said));
  return said.has_value();
}

Result<bool> decide(const FleetPorts& ports, const RunId& run, Decision decision,
                    std::optional<int> attempt) {
  TRY_ASSIGN(EndedRun ended, EndedRun::lock(ports, run));
  const int newest = ended.state().attempt;
  if (attempt && *attempt != newest) {
    return fail(Errc::conflict, "the newest attempt of run " + run.text() + " is number " +
                                    std::to_string(newest) + ", not " + std::to_string(*attempt) +
                                    "; look at it before you say something of it");
  }
  TRY_ASSIGN(const std::optional<Event> said, deciding(ended.state(), decision));
  if (said) TRY(ended.append(*said));
  return said.has_value();
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
  TRY_ASSIGN(landing::PutAway away, put_branch_away(ports, config, git, ended.state()));
  TRY_ASSIGN(const int branches, remove_branches(ports, config, run));
  // Without its journal it is a folder of a run that never began: killed from here on, what is left
  // is swept.
  TRY(files.remove(ports.layout.run(run) + "/events.jsonl"));
  TRY(run::RunTable(ports.database).forget(run.text()));
  TRY(files.remove_tree(ports.layout.run(run)));
  return Removed{.worktree = worktree,
                 .branch = away.branch_removed,
                 .branch_kept = std::move(away.branch_kept),
                 .refs = std::move(away.refs),
                 .branches = branches};
}

}  // namespace pawl::fleet
