#include "planner/prompts/leave_out.hpp"

namespace pawl::planner {

RuleOutcome earlier_offers(TaskPlan plan, const PlanFacts& facts) {
  if (facts.offers.empty()) return {.plan = std::move(plan)};
  Narrowed narrowed =
      without(std::move(plan), [&](const Task& task, const Subtask& subtask) -> std::string {
        const PastOffer* offer =
            offer_about(facts.offers, concerns_of(task, subtask, facts.concerns));
        return offer == nullptr ? "" : why_left(*offer);
      });
  return std::move(narrowed.outcome);
}

}  // namespace pawl::planner
