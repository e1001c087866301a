#include "runner/discard.hpp"

#include "forge/landed.hpp"
#include "forge/open_forge.hpp"
#include "git/worktrees/rescue.hpp"
#include "git/worktrees/worktree.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "runner/hold.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "stages/coding/leftovers.hpp"
#include "store/journal.hpp"

namespace pawl::runner {
namespace {

Status record_abandoned(const DiscardPorts& ports, const store::Layout& layout, const RunId& id) {
  const Redactor nothing_secret;  // the event holds fixed text only
  TRY_ASSIGN(const auto journal,
             store::Journal::open(layout.run(id), id, ports.world.clock, nothing_secret));
  TRY(journal->append(
      to_event(run::RunExitClean{.state = "stopped",
                                 .exit = 130,
                                 .reason = "given up by reset; what it committed is kept "
                                           "under refs/pawl/rescue/ in the target",
                                 .bail_class = std::string(kAbandoned)})));
  TRY_ASSIGN(const run::RunState state, run::load_run(layout, id));
  return run::write_views(ports.world.files, layout, ports.database, id, state);
}

// Every commit the run is known to have made is in the target, under whatever ref; a run of which
// no commit is known may have made some all the same, unless it came to its end. Of a target
// elsewhere only the end of the run shows it: it is written after the branch was published.
Result<bool> is_saved(git::Git& git, const git::Target& target, const run::RunState& state) {
  if (target.kind != git::TargetKind::local) return !can_resume(state);
  bool known = !can_resume(state);
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.commit.empty()) continue;
    known = true;
    TRY_ASSIGN(const auto there, git.resolve(target.location, subtask.commit + "^{commit}"));
    if (!there) return false;
  }
  return known;
}

// All that HEAD and the refs of a clone are made of can be read, and so can its index.
Result<bool> is_whole(const DiscardPorts& ports, const std::string& folder) {
  TRY_ASSIGN(const auto index, ports.world.files.stat(folder + "/.git/index"));
  if (!index) return false;
  TRY_ASSIGN(const os::Finished read,
             ports.git.run({.folder = folder,
                            .args = {"rev-list", "--quiet", "--objects",
                                     "--exclude-promisor-objects", "HEAD", "--all"}}));
  return read.succeeded();
}

Status save_and_remove(const DiscardPorts& ports, const store::Layout& layout, const RunId& id,
                       git::Worktree& worktree, const std::string& landed) {
  os::Files& files = ports.world.files;
  TRY(stages::give_up_workplaces(worktree, files, layout, id, ports.world.clock.now()));
  return worktree.dispose(files, layout.scratch(id), landed);
}

// A removal by an older Pawl that was killed half-way left a clone that cannot be opened, or of
// which not all can be read; its work was saved before. Answers `error` of any other one.
Status only_half(const DiscardPorts& ports, const git::WorktreePlan& plan,
                 const run::RunState& state, const std::string& landed, Error error) {
  TRY_ASSIGN(const auto there, ports.world.files.stat(plan.folder));
  if (error.code == Errc::cancelled || !there) return error;
  const bool whole_work = !can_resume(state) && !landed.empty();
  TRY_ASSIGN(const bool saved, is_saved(ports.git, plan.target, state));
  if (!saved && !whole_work) return error;
  TRY_ASSIGN(const bool whole, is_whole(ports, plan.folder));
  return whole ? Status(std::move(error)) : Status(Done{});
}

Result<GivenUp> give_up_held(const DiscardPorts& ports, const store::Layout& layout,
                             const Held& held) {
  GivenUp given{.marked = can_resume(*held.state)};
  TRY_ASSIGN(given.worktree_removed, remove_worktree(ports, layout, *held.state));
  TRY_ASSIGN(const RunId id, RunId::parse(held.state->run));
  if (given.marked) TRY(record_abandoned(ports, layout, id));
  return given;
}

}  // namespace

std::string landed_work(const DiscardPorts& ports, const store::Layout& layout,
                        const git::Target& target, const std::string& run) {
  const auto forge = forge::open_forge({.config = ports.config,
                                        .target = target,
                                        .layout = layout,
                                        .database = ports.database,
                                        .git = ports.git,
                                        .ports = ports.world});
  if (!forge) return {};
  const auto head = forge::landed_head(**forge, ports.git, target, run);
  return head && *head ? **head : std::string();
}

Result<bool> remove_worktree(const DiscardPorts& ports, const store::Layout& layout,
                             const run::RunState& state) {
  git::Git& git = ports.git;
  os::Files& files = ports.world.files;
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  TRY(files.remove_tree(layout.scratch(id)));
  const std::string folder = layout.worktree(id);
  TRY_ASSIGN(const auto there, files.stat(folder));
  if (!there) {
    TRY(stages::remove_workplaces(files, layout, id));
    return false;
  }
  // A clone that was never whole holds no work of ours.
  if (state.base_commit.empty()) {
    TRY(files.remove_tree(folder));
    return true;
  }
  TRY_ASSIGN(git::Target target, resolve_target(ports.world, git, state.target));
  const git::WorktreePlan plan{.target = std::move(target),
                               .folder = folder,
                               .base_branch = state.base,
                               .branch = state.branch};
  const std::string landed = landed_work(ports, layout, plan.target, state.run);
  Result<git::Worktree> worktree = git::Worktree::reopen(git, files, plan, state.base_commit);
  Status gone = worktree ? save_and_remove(ports, layout, id, *worktree, landed)
                         : Status(std::move(worktree).error());
  if (!gone) {
    TRY(only_half(ports, plan, state, landed, std::move(gone).error()));
    TRY(git::remove_clone(files, folder, layout.scratch(id)));
  }
  TRY(files.remove_tree(layout.scratch(id)));
  return true;
}

Result<GivenUp> give_up(const DiscardPorts& ports, const store::Layout& layout, const RunId& run,
                        Milliseconds patience) {
  DiskShelf shelf(ports.world, layout, patience);
  TRY_ASSIGN(const Held held, hold_ended(shelf, run));
  return give_up_held(ports, layout, held);
}

Status discard_unfinished(const DiscardPorts& ports, const store::Layout& layout,
                          const git::Target& target) {
  TRY_ASSIGN(const auto runs,
             unfinished_runs(ports.world.files, layout, ports.database, target.location));
  for (const run::RunState& state : runs) {
    if (is_at_work(state)) continue;
    TRY_ASSIGN(const RunId id, RunId::parse(state.run));
    DiskShelf shelf(ports.world, layout, Milliseconds(0));
    const auto held = hold_ended(shelf, id);
    if (!held && held.error().code == Errc::conflict) continue;
    if (!held) return held.error();
    TRY(give_up_held(ports, layout, *held).during("giving up run " + state.run));
  }
  return Done{};
}

}  // namespace pawl::runner
