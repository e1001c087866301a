#include "stages/publishing/show_branch.hpp"

#include "base/text/text.hpp"
#include "run/effects.hpp"

namespace pawl::stages {

Status show_branch(const Scope& scope, git::Worktree& tree) {
  if (!scope.stands_on.empty() || tree.target().kind != git::TargetKind::local) return Done{};
  TRY_ASSIGN(const std::string head, tree.head());
  if (head == tree.base_commit()) return Done{};
  const run::Effect effect{.key = "branch:" + head,
                           .kind = "branch",
                           .intent = Json::object({{"branch", tree.branch()}, {"commit", head}})};
  // The same commit under the same branch is no change.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const std::string at, git::publish(tree, scope.id.text()));
        return Json::object({{"commit", at}});
      }};
  const Result<Json> done = run::perform(scope.events, scope.state(), effect, steps);
  if (done || done.error().code == Errc::cancelled || done.error().code == Errc::io) {
    return done ? Status(Done{}) : Status(done.error());
  }
  return say(scope, "the branch " + tree.branch() +
                        " is not brought up to date: " + printable(done.error().message, 300));
}

}  // namespace pawl::stages
