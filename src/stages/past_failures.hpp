// The failure history (G9) inside of a run: what the memory says about the files of a plan.
#pragma once

#include "planner/plan.hpp"
#include "stages/run_memory.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// The plan without what earlier runs failed at too often; each subtask left out is told in the
// journal, with its reason.
Result<planner::TaskPlan> leave_out_past_failures(StageRun& run, planner::TaskPlan plan,
                                                  const RunMemory& memory);

}  // namespace pawl::stages
