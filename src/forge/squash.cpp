#include "forge/squash.hpp"

#include "base/text/text.hpp"
#include "git/worktrees/trial.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kNamesBytesMax = 400;

Result<std::string> merged_tree(git::TrialRepository& trial, const SquashPlan& plan) {
  TRY_ASSIGN(git::TrialRepository::Merged merged, trial.merge(plan.base, plan.head));
  if (merged.clean()) return std::move(merged.tree);
  return fail(Errc::conflict, "the change does not merge into the base branch as it is now: " +
                                  printable(join(merged.conflicts, ", "), kNamesBytesMax) +
                                  "; rebase the branch, or run again on the new base");
}

Result<std::string> write_commit(git::Git& git, const SquashPlan& plan, const std::string& tree) {
  const auto seconds = std::chrono::duration_cast<Seconds>(plan.at.time_since_epoch()).count();
  const std::string date = "@" + std::to_string(seconds) + " +0000";
  TRY_ASSIGN(
      std::string commit,
      git.output({.folder = plan.scratch,
                  .args = {"commit-tree", "-p", plan.base, "-F", "-", tree},
                  .input = plan.message,
                  .environment = {{"GIT_AUTHOR_DATE", date}, {"GIT_COMMITTER_DATE", date}}}));
  return std::string(trim(commit));
}

// As a pack through our own hands: a fetch would follow the target's configuration of remotes.
Status hand_over(git::Git& git, const SquashPlan& plan, const std::string& commit) {
  TRY_ASSIGN(std::string pack,
             git.output({.folder = plan.scratch,
                         .args = {"pack-objects", "--quiet", "--revs", "--stdout"},
                         .input = commit + "\n^" + plan.base + "\n^" + plan.head + "\n"}));
  TRY(git.output({.folder = plan.location,
                  .args = {"unpack-objects", "-q", "--strict"},
                  .input = std::move(pack)}));
  return Done{};
}

}  // namespace

Result<std::string> squash(git::Git& git, os::Files& files, const SquashPlan& plan) {
  TRY_ASSIGN(const auto trial,
             git::TrialRepository::make(git, files, plan.scratch, {plan.location}));
  TRY_ASSIGN(const std::string tree, merged_tree(*trial, plan));
  TRY_ASSIGN(const std::string before, git.tree_of(plan.scratch, plan.base));
  if (tree == before) {
    return fail(Errc::conflict,
                "the base branch already holds everything of this change; close the pull request");
  }
  TRY_ASSIGN(std::string commit, write_commit(git, plan, tree));
  TRY(hand_over(git, plan, commit));
  return commit;
}

}  // namespace pawl::forge
