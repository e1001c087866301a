// The stages of the main job, one file each.
#pragma once

#include "stages/stage.hpp"

namespace pawl::stages {

Result<Outcome> preflight(StageRun& run);
Result<Outcome> analyze(StageRun& run);
Result<Outcome> plan(StageRun& run);
Result<Outcome> work(StageRun& run);
Result<Outcome> open_pr(StageRun& run);

}  // namespace pawl::stages
