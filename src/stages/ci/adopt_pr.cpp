// Takes the open pull request of a branch that a person names for the run's own: what `pawl fix-ci`
// repairs.
#include "base/text/text.hpp"
#include "forge/page.hpp"
#include "git/worktrees/clone.hpp"
#include "run/events.hpp"
#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr int kExitRefused = 4;
constexpr int kExitNotFound = 9;

// The one that was asked for by its number, or else the first one: several may be open of a branch.
Result<std::optional<forge::Pull>> open_pull_of(forge::Forge& forge, const std::string& branch,
                                                std::int64_t number) {
  TRY_ASSIGN(const auto pulls, forge::all_pages<forge::Pull>([&](const forge::PageRequest& page) {
               return forge.pulls().list(forge::PullState::open, page);
             }));
  for (const forge::Pull& pull : pulls) {
    if (number != 0 && pull.number != number) continue;
    // A stranger's fork may have a branch of that name, too.
    if (pull.branch == branch && pull.head_repository.empty()) return std::optional(pull);
  }
  return std::optional<forge::Pull>();
}

}  // namespace

Result<Outcome> adopt_pr(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         forge::Forge& forge) {
  if (scope.state().pr) return Outcome{};
  const std::string& branch = checkout.worktree->base_branch();
  const std::int64_t number = settings.request.pull;
  TRY_ASSIGN(const auto pull, open_pull_of(forge, branch, number));
  if (!pull && number != 0) {
    return Outcome::bail("other", kExitNotFound,
                         "pull request #" + std::to_string(number) + " is not open any more");
  }
  if (!pull) {
    return Outcome::bail("other", kExitNotFound,
                         "the branch " + printable(branch, 100) +
                             " has no open pull request; open one, then repair its checks");
  }
  // What others are based on is repaired by a pull request of its own.
  TRY_ASSIGN(
      const std::string main_branch,
      git::check_plan(checkout.git,
                      {.target = checkout.target, .folder = {}, .base_branch = {}, .branch = {}}));
  if (pull->base == branch || main_branch == branch) {
    return Outcome::bail(
        "other", kExitRefused,
        branch + " is the branch that others start from; Pawl does not push to it");
  }
  if (pull->head_commit != checkout.worktree->base_commit()) {
    return Outcome::bail("conflict", 1, "somebody pushed to " + branch + " meanwhile; try again");
  }
  TRY(scope.events.append(to_event(run::PrOpened{.number = pull->number,
                                                 .url = pull->url,
                                                 .branch = branch,
                                                 .head = pull->head_commit,
                                                 .adopted = true})));
  return Outcome{};
}

}  // namespace pawl::stages
