// The failure history (G9) inside of a run: what the memory says about the files of a plan.
#pragma once

#include <vector>

#include "planner/failure_history.hpp"
#include "planner/plan.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// What observations say about files: successes and failures. What was skipped or cut off says
// nothing.
std::vector<planner::PastSubtask> past_subtasks(std::vector<store::Observation> observations);

// The plan without what earlier runs on this repository failed at too often; each subtask left out
// is told in the journal, with its reason.
Result<planner::TaskPlan> leave_out_past_failures(StageRun& run, planner::TaskPlan plan);

}  // namespace pawl::stages
