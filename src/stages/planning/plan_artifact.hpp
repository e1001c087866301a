// The plan as an artifact: `plan.json`.
#pragma once

#include "planner/plan.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kPlan = "plan.json";
// What a person wrote, as it was when the run was made.
inline constexpr std::string_view kPlanFileCopy = "plan-file";
// The plan as a person changed it when they were asked.
inline constexpr std::string_view kPlanChanged = "plan-changed.json";

Result<planner::TaskPlan> load_plan(const Scope& scope);

}  // namespace pawl::stages
