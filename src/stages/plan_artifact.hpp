// The plan as an artifact: `plan.json`.
#pragma once

#include "planner/plan.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kPlan = "plan.json";

Result<planner::TaskPlan> load_plan(StageRun& run);

}  // namespace pawl::stages
