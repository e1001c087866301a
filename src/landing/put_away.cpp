#include "landing/put_away.hpp"

#include "git/worktrees/rescue.hpp"
#include "landing/away_ground.hpp"
#include "landing/effect.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kShortId = 12;

Status put_branch_away(AwayGround& ground, const run::RunState& state, PutAway& away) {
  const std::string ref = "refs/heads/" + state.branch;
  const std::string waiting = waiting_ref(state.run);
  TRY_ASSIGN(const auto branch, ground.branch_at(ref));
  if (branch && !branch->checked_out_in.empty()) {
    away.branch_kept = "it is checked out in " + branch->checked_out_in;
    return Done{};
  }
  if (branch) {
    TRY_ASSIGN(away.branch_kept, ground.offered_by());
    if (!away.branch_kept.empty()) return Done{};
    TRY_ASSIGN(const bool held, ground.is_held_elsewhere(branch->commit, ref));
    if (!held) {
      const std::string rescue =
          git::kRescuePrefix + state.run + "/branch-" + branch->commit.substr(0, kShortId);
      TRY(ground.make_ref(rescue, branch->commit));
      away.refs.push_back(rescue);
    }
    TRY(ground.remove_ref(ref, branch->commit));
    away.branch_removed = true;
  }
  TRY_ASSIGN(const auto wait, ground.at(waiting));
  return wait ? ground.remove_ref(waiting, *wait) : Status(Done{});
}

}  // namespace

Result<PutAway> put_away(AwayGround& ground, const run::RunState& state) {
  TRY(ground.remove_scratch());
  // Nobody drops a ref meanwhile because of one that goes here.
  TRY_ASSIGN(const store::ProcessLock lock, ground.lock_publishing());
  TRY_ASSIGN(Rescued rescued, ground.rescue());
  PutAway away{.refs = std::move(rescued.refs)};
  TRY_ASSIGN(away.worktree_removed, ground.remove_worktree());
  if (ground.has_branches() && !state.branch.empty()) TRY(put_branch_away(ground, state, away));
  TRY(ground.remove_scratch());
  return away;
}

}  // namespace pawl::landing
