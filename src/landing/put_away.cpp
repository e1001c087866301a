#include "landing/put_away.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "git/worktrees/rescue.hpp"
#include "git/worktrees/worktree.hpp"
#include "landing/effect.hpp"
#include "runner/target.hpp"
#include "store/lock.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kShortId = 12;

Result<std::optional<git::Worktree>> open_worktree(const Ports& ports, const run::RunState& state,
                                                   const git::Target& target) {
  using Opened = std::optional<git::Worktree>;
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const std::string folder = ports.layout.worktree(id);
  TRY_ASSIGN(const auto there, ports.world.files.stat(folder));
  // A clone that was never whole holds no work.
  if (!there || state.base_commit.empty()) return Opened();
  TRY_ASSIGN(
      git::Worktree worktree,
      git::Worktree::reopen(
          ports.git, ports.world.files,
          {.target = target, .folder = folder, .base_branch = state.base, .branch = state.branch},
          state.base_commit));
  return Opened(std::move(worktree));
}

struct Branch {
  std::string commit;
  std::string checked_out_in;
};
Result<std::optional<Branch>> branch_of(git::Git& git, const git::Target& target,
                                        const std::string& ref) {
  TRY_ASSIGN(
      const std::string out,
      git.text(target.location, {"for-each-ref", "--format=%(objectname) %(worktreepath)", ref}));
  if (out.empty()) return std::optional<Branch>();
  const auto blank = std::min(out.find(' '), out.size());
  return std::optional(Branch{.commit = out.substr(0, blank),
                              .checked_out_in = out.substr(std::min(blank + 1, out.size()))});
}

// Whether a ref of the target beside these holds the commit.
Result<bool> is_held_elsewhere(git::Git& git, const git::Target& target, const std::string& commit,
                               const std::vector<std::string>& beside) {
  TRY_ASSIGN(
      const std::string holders,
      git.text(target.location, {"for-each-ref", "--contains=" + commit, "--format=%(refname)"}));
  const auto refs = split_lines(holders);
  return std::any_of(refs.begin(), refs.end(), [&](std::string_view ref) {
    return std::find(beside.begin(), beside.end(), ref) == beside.end();
  });
}

// Why the branch is still wanted: the pull request it is offered by. Empty when it is not.
Result<std::string> offered_by(const Ports& ports, const run::RunState& state,
                               const git::Target& target) {
  if (!state.pr || state.landed) return std::string();
  TRY_ASSIGN(const auto forge, forge::open_forge({.config = ports.config,
                                                  .target = target,
                                                  .layout = ports.layout,
                                                  .database = ports.database,
                                                  .git = ports.git,
                                                  .ports = ports.world}));
  const std::string called = "its pull request #" + std::to_string(state.pr->number);
  const auto pull = forge->pulls().get(state.pr->number);
  if (pull) return pull->state == forge::PullState::open ? called + " is open" : std::string();
  if (pull.error().kind == forge::TroubleKind::cancelled) return to_error(pull.error());
  if (pull.error().kind == forge::TroubleKind::not_found) return std::string();
  return called + " cannot be asked for: " + pull.error().message;
}

Status delete_ref(git::Git& git, const git::Target& target, const std::string& ref,
                  const std::string& expected) {
  TRY(git.text(target.location, {"update-ref", "-d", ref, expected}));
  return Done{};
}

Status put_branch_away(const Ports& ports, const run::RunState& state, const git::Target& target,
                       PutAway& away) {
  const std::string ref = "refs/heads/" + state.branch;
  const std::string waiting = waiting_ref(state.run);
  TRY_ASSIGN(const auto branch, branch_of(ports.git, target, ref));
  if (branch && !branch->checked_out_in.empty()) {
    away.branch_kept = "it is checked out in " + branch->checked_out_in;
    return Done{};
  }
  if (branch) {
    TRY_ASSIGN(away.branch_kept, offered_by(ports, state, target));
    if (!away.branch_kept.empty()) return Done{};
  }
  if (branch) {
    TRY_ASSIGN(const bool held,
               is_held_elsewhere(ports.git, target, branch->commit, {ref, waiting}));
    if (!held) {
      const std::string rescue =
          git::kRescuePrefix + state.run + "/branch-" + branch->commit.substr(0, kShortId);
      TRY(ports.git.update_ref(target.location, rescue, branch->commit, "", "pawl: put away"));
      away.refs.push_back(rescue);
    }
    TRY(delete_ref(ports.git, target, ref, branch->commit));
    away.branch_removed = true;
  }
  TRY_ASSIGN(const auto wait, ports.git.resolve(target.location, waiting));
  return wait ? delete_ref(ports.git, target, waiting, *wait) : Status(Done{});
}

}  // namespace

Result<Rescued> rescue(const Ports& ports, const run::RunState& state) {
  TRY_ASSIGN(const git::Target target,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY_ASSIGN(auto worktree, open_worktree(ports, state, target));
  if (!worktree) return Rescued{};
  TRY_ASSIGN(std::vector<std::string> refs, worktree->save(ports.world.files));
  return Rescued{.refs = std::move(refs)};
}

Result<PutAway> put_away(const Ports& ports, const run::RunState& state) {
  os::Files& files = ports.world.files;
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  TRY_ASSIGN(const git::Target target,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY(files.remove_tree(ports.layout.scratch(id)));
  // Nobody drops a ref meanwhile because of one that goes here.
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(files, ports.layout, target.key, state.run, ports.world.clock,
                                    ports.world.cancel));
  TRY_ASSIGN(Rescued rescued, rescue(ports, state));
  PutAway away{.refs = std::move(rescued.refs)};
  const std::string folder = ports.layout.worktree(id);
  TRY_ASSIGN(const auto there, files.stat(folder));
  if (there) {
    // In one step: half of a clone is nothing that could be opened, and be known to be saved.
    TRY(files.make_folders(ports.layout.scratch(id), 0700));
    TRY(files.rename(folder, ports.layout.scratch(id) + "/worktree"));
    away.worktree_removed = true;
  }
  if (target.kind == git::TargetKind::local && !state.branch.empty()) {
    TRY(put_branch_away(ports, state, target, away));
  }
  TRY(files.remove_tree(ports.layout.scratch(id)));
  return away;
}

}  // namespace pawl::landing
