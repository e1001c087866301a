#include "stages/coding/before_agents.hpp"

#include <algorithm>
#include <functional>

#include "git/worktrees/signing.hpp"
#include "stages/offers.hpp"
#include "stages/publishing/may_offer.hpp"
#include "stages/working/run_judge.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

bool any_stage(const pipeline::Node& node, const std::function<bool(const Stage&)>& is_it) {
  if (node.kind == pipeline::NodeKind::stage) {
    const Stage* stage = find(node.type);
    return stage != nullptr && is_it(*stage);
  }
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const pipeline::Node& child) { return any_stage(child, is_it); });
}

}  // namespace

Result<std::optional<Outcome>> look_before_agents(Parts& parts,
                                                  const pipeline::Definition& pipeline) {
  const Scope& scope = parts.scope;
  const bool agents = any_stage(pipeline.root, [](const Stage& stage) { return stage.agents; });
  if (!agents) return std::optional<Outcome>();
  const RunSettings& settings = parts.settings;
  const bool offers = !settings.request.dry_run && any_stage(pipeline.root, [](const Stage& stage) {
    return stage.phase == "PR_OPEN";
  });
  Checkout& checkout = parts.checkout;
  if (offers) {
    TRY(check_access(parts.forge, settings.config, checkout.target.name)
            .during("checking whether pull requests can be opened"));
    TRY(check_quota({.forge = parts.forge, .git = checkout.git, .target = checkout.target},
                    settings.config, scope.id.text(), scope.ports.clock.now()));
  }
  TRY(open_worktree(scope, settings, checkout));
  TRY(git::check_signing(checkout.git, checkout.worktree->folder())
          .during("checking whether commits can be signed"));
  // A mistake in them is better reported now than at the first change.
  TRY_ASSIGN([[maybe_unused]] const guards::Policy policy, run_policy(settings));
  TRY(check_suppressions(checkout));
  if (!offers) return std::optional<Outcome>();
  TRY_ASSIGN(std::optional<Outcome> unwanted, unwanted_here(scope, settings, checkout));
  if (!unwanted) TRY(check_base(scope, settings, checkout, parts.forge));
  return unwanted;
}

}  // namespace pawl::stages
