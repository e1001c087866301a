#include "stages/planning/ruled_plan.hpp"

#include "guards/paths/path_policy.hpp"
#include "planner/events.hpp"
#include "stages/choices.hpp"
#include "stages/offers.hpp"
#include "stages/planning/past_failures.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

Status record(const Scope& scope, const planner::AppliedRule& applied) {
  const planner::RuleOutcome& outcome = applied.outcome;
  TRY(scope.events.append(to_event(planner::PlanRuleApplied{.rule = std::string(applied.rule->id),
                                                            .added = outcome.added,
                                                            .rewritten = outcome.rewritten,
                                                            .dropped = outcome.dropped,
                                                            .kept = outcome.kept})));
  if (outcome.event) TRY(scope.events.append(*outcome.event));
  for (const planner::PlanNote& note : outcome.dropped) {
    TRY(scope.events.append(to_event(planner::PlanDropped{note.what, note.reason})));
  }
  return Done{};
}

// Tests were run on the base, and the guard that runs them looks at every change.
Result<bool> are_judged_by_tests(const Workshop& shop) {
  const config::Config& config = shop.settings.config;
  TRY_ASSIGN(const guards::Policy policy, policy_of(config, shop.settings.request.scope));
  const guards::Guard* guard = guards::find("tests");
  return config.run_checks && guard != nullptr && policy.wants(*guard) &&
         tests_ran(shop.scope, shop.checkout);
}

}  // namespace

Result<std::vector<std::string>> rules_off(const RunSettings& settings) {
  return planner::parse_rule_ids(settings.config.plan_rules_off).during("reading plan.rules_off");
}

Result<planner::RuledPlan> ruled_plan(const Workshop& shop, planner::TaskPlan plan,
                                      const PlanBackground& background) {
  TRY_ASSIGN(const std::vector<std::string> off, rules_off(shop.settings));
  const auto index = background.head.index();
  PastFailures past(shop.scope, shop.settings, shop.checkout, index.get(), background.memory);
  TRY_ASSIGN(const bool judged_by_tests, are_judged_by_tests(shop));
  planner::PlanFacts facts{
      .report = background.report,
      .view = background.head.base().tree(),
      .failures =
          current_failures(shop.scope, shop.checkout).value_or(std::vector<planner::TestFailure>()),
      .graph = index ? &index->head() : nullptr,
      .mends_code = !shop.models.for_work().name().starts_with("recipes:"),
      .forbidden = guards::unasked_denial_of,
      .history = past.history(),
      .vertical = background.vertical,
      .issue = shop.settings.request.issue ? &*shop.settings.request.issue : nullptr,
      .task = background.task,
      .task_planned_in_vain = background.planned_in_vain,
      .offers = background.offers,
      .concerns = concern_names(shop.settings.request),
      .judged_by_tests = judged_by_tests};
  if (facts.issue != nullptr) {
    facts.failures = planner::failures_about(*facts.issue, facts.failures, facts.view, facts.graph);
  }
  planner::RuledPlan ruled = planner::apply_rules(std::move(plan), facts, off);
  TRY(past.asked());
  for (const planner::AppliedRule& applied : ruled.applied) TRY(record(shop.scope, applied));
  return ruled;
}

}  // namespace pawl::stages
