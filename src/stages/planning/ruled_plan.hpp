// The plan rules, with what a run knows, and what they did as events.
#pragma once

#include "analyzers/metric.hpp"
#include "planner/rules/plan_rules.hpp"
#include "stages/head.hpp"
#include "stages/run_memory.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// The rules the configuration leaves out. Errc::invalid names one that is not there.
Result<std::vector<std::string>> rules_off(const RunSettings& settings);

struct PlanBackground {
  const analyzers::Report& report;
  const Head& head;
  const RunMemory& memory;
  const std::vector<planner::PastOffer>& offers;  // that bind the run
  const planner::Vertical* vertical = nullptr;
  const planner::TaskWork* task = nullptr;  // what a person wants done
  bool planned_in_vain = false;             // nothing of the plan for it can be done
};
Result<planner::RuledPlan> ruled_plan(const Workshop& shop, planner::TaskPlan plan,
                                      const PlanBackground& background);

}  // namespace pawl::stages
