// What can be known before any model time is spent: may we write, is the model there, how well is
// code of the target confined; then the run's own worktree.
#include "base/text/text.hpp"
#include "git/worktrees/signing.hpp"
#include "run/events.hpp"
#include "stages/context_windows.hpp"
#include "stages/models.hpp"
#include "stages/offers.hpp"
#include "stages/planning/ruled_plan.hpp"
#include "stages/publishing/may_offer.hpp"
#include "stages/stages.hpp"
#include "stages/working/run_judge.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

Result<llm::ModelHealth> check_model(const Scope& scope, llm::ChatModel& model) {
  TRY(say(scope, "asking " + model.name() + " whether it is there"));
  TRY_ASSIGN(const llm::ModelHealth health,
             model.check().during("checking the model " + model.name()));
  if (!health.note.empty()) TRY(say(scope, health.note));
  TRY(llm::check_context(health, model.name()));
  return health;
}

// What does not fit into the context is left out of questions.
Status record_window(const Scope& scope, const llm::Room& window) {
  if (window.limit() >= window.prompt_max) return Done{};
  return say(scope, window.model + " has a context of " + std::to_string(window.context) +
                        " tokens: its questions are kept to " +
                        std::to_string(window.question_limit()));
}

// The right to write, and room for one more pull request.
Status check_forge(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                   forge::Forge& forge) {
  TRY(check_access(forge, settings.config, checkout.target.name)
          .during("checking whether pull requests can be opened"));
  if (!opens_one(settings.request.pipeline)) return Done{};
  TRY(check_quota({.forge = forge, .git = checkout.git, .target = checkout.target}, settings.config,
                  scope.id.text(), scope.ports.clock.now()));
  return Done{};
}

Status check_models(const Scope& scope, const RunSettings& settings, Models& models) {
  if (const std::string words = budget_words(settings.config, models); !words.empty()) {
    TRY(say(scope, words));
  }
  Checked checked;
  TRY_ASSIGN(checked.planner, check_model(scope, *models.planner));
  checked.worker = checked.planner;
  if (models.worker) {
    TRY_ASSIGN(checked.worker, check_model(scope, *models.worker));
  }
  TRY(settle_windows(scope, settings, models, checked));
  TRY(record_window(scope, models.planner_window));
  return models.worker ? record_window(scope, models.worker_window) : Status(Done{});
}

}  // namespace

Result<Outcome> preflight(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                          Models& models, forge::Forge& forge) {
  TRY(checkout.git.check_branch_name(settings.request.branch));
  if (!settings.request.dry_run) TRY(check_forge(scope, settings, checkout, forge));
  TRY(check_sandbox(scope, settings, checkout));
  if (settings.request.plan_file.empty() || !settings.request.dry_run)
    TRY(check_models(scope, settings, models));
  TRY(go_on(scope));
  TRY(open_worktree(scope, settings, checkout));
  if (!settings.request.dry_run) {
    TRY(git::check_signing(checkout.git, checkout.worktree->folder())
            .during("checking whether commits can be signed"));
  }
  TRY_ASSIGN(const auto unwanted, unwanted_here(scope, settings, checkout));
  if (unwanted) return *unwanted;
  if (!settings.request.dry_run) TRY(check_base(scope, settings, checkout, forge));
  // A mistake in the settings of guards and rules is better reported now than at the first attempt.
  TRY_ASSIGN([[maybe_unused]] const guards::Policy policy, run_policy(settings));
  TRY(check_suppressions(checkout));
  TRY_ASSIGN([[maybe_unused]] const std::vector<std::string> off, rules_off(settings));
  return Outcome{};
}

}  // namespace pawl::stages
