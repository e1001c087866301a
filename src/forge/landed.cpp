#include "forge/landed.hpp"

namespace pawl::forge {

Answer<std::optional<std::string>> landed_head(Forge& forge, git::Git& git,
                                               const git::Target& target, const std::string& run) {
  using Head = std::optional<std::string>;
  TRY_ASSIGN(const std::optional<Pull> pull, forge.pulls().find_by_run(run));
  if (!pull || pull->state != PullState::merged) return Head();
  if (target.kind != git::TargetKind::local) return Head(pull->head_commit);
  TRY_ASSIGN(const auto base, git.resolve(target.location, "refs/heads/" + pull->base));
  TRY_ASSIGN(const auto merge, git.resolve(target.location, pull->merge_commit));
  if (!base || !merge) return Head();
  TRY_ASSIGN(const bool held, git.is_ancestor(target.location, *merge, *base));
  return held ? Head(pull->head_commit) : Head();
}

}  // namespace pawl::forge
