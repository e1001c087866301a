#include "stages/publishing/may_offer.hpp"

#include "base/text/text.hpp"
#include "stages/publishing/contribution_rules.hpp"

namespace pawl::stages {

Result<std::optional<Outcome>> unwanted_here(const Scope& scope, const RunSettings& settings,
                                             const Checkout& checkout) {
  if (settings.request.dry_run || settings.config.forge_ai_policy != "follow") {
    return std::optional<Outcome>();
  }
  TRY_ASSIGN(const ContributionRules rules,
             read_contribution_rules(checkout, scope.state().base_commit));
  if (rules.programs != Programs::refused) return std::optional<Outcome>();
  return std::optional(Outcome::bail(
      "other", 4,
      "this repository wants no contributions of programs: " + printable(rules.where, 200) +
          " says \"" + rules.sentence +
          "\"; nothing was begun (in a repository of your own: forge.ai_policy ignore)"));
}

Status check_base(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                  forge::Forge& forge) {
  const std::string& base = checkout.worktree->base_branch();
  TRY_ASSIGN(const forge::BranchGuard guard,
             forge.pulls().guard_of(base).during("asking what protects " + base));
  if (!guard.known) return Done{};
  std::vector<std::string> open = guard.ways;
  open.insert(open.end(), guard.unknown.begin(), guard.unknown.end());
  const std::string why = printable(join(open, "; "), 500);
  const std::string asks =
      guard.asks.empty() ? base + " is not protected"
                         : base + " is protected by " + printable(join(guard.asks, ", "), 300);
  TRY(say(scope, asks + (open.empty() ? "" : ": " + why)));
  if (open.empty() || settings.config.github_base_guard != "require") return Done{};
  return fail(Errc::denied, "github.base_guard is \"require\", and the base branch " + base +
                                " is open to the token: " + why +
                                "; protect it, or use a token that has to keep to it");
}

}  // namespace pawl::stages
