#include "stages/planning/ruled_plan.hpp"

#include "guards/paths/path_policy.hpp"
#include "planner/events.hpp"
#include "stages/planning/past_failures.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

Status tell(StageRun& run, const planner::AppliedRule& applied) {
  const planner::RuleOutcome& outcome = applied.outcome;
  TRY(run.events.append(to_event(planner::PlanRuleApplied{.rule = std::string(applied.rule->id),
                                                          .added = outcome.added,
                                                          .rewritten = outcome.rewritten,
                                                          .dropped = outcome.dropped,
                                                          .kept = outcome.kept})));
  if (outcome.event) TRY(run.events.append(*outcome.event));
  for (const planner::PlanNote& note : outcome.dropped) {
    TRY(run.events.append(to_event(planner::PlanDropped{note.what, note.reason})));
  }
  return Done{};
}

}  // namespace

Result<std::vector<std::string>> rules_off(StageRun& run) {
  return planner::parse_rule_ids(run.config.plan_rules_off).during("reading plan.rules_off");
}

Result<planner::RuledPlan> ruled_plan(StageRun& run, planner::TaskPlan plan,
                                      const PlanBackground& background) {
  TRY_ASSIGN(const std::vector<std::string> off, rules_off(run));
  const auto index = background.head.index();
  PastFailures past(run, index.get(), background.memory);
  planner::PlanFacts facts{
      .report = background.report,
      .view = background.head.base().tree(),
      .failures = current_failures(run).value_or(std::vector<planner::TestFailure>()),
      .graph = index ? &index->head() : nullptr,
      .mends_code = !run.models.for_work().name().starts_with("recipes:"),
      .forbidden = guards::unasked_denial_of,
      .history = past.history(),
      .vertical = background.vertical,
      .issue = run.request.issue ? &*run.request.issue : nullptr};
  if (facts.issue != nullptr) {
    facts.failures = planner::failures_about(*facts.issue, facts.failures, facts.view, facts.graph);
  }
  planner::RuledPlan ruled = planner::apply_rules(std::move(plan), facts, off);
  TRY(past.asked());
  for (const planner::AppliedRule& applied : ruled.applied) TRY(tell(run, applied));
  return ruled;
}

}  // namespace pawl::stages
