// The walk over a pipeline: for each stage its phase, its events, its outcome. Knows no stage by
// name.
#pragma once

#include "pipeline/definition.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

struct WalkEnd {
  store::RunStatus status = store::RunStatus::succeeded;
  int exit = 0;
  std::string reason;
  std::string bail_class;  // empty unless it bailed
};

// Stages that ended before (state.stages) are not run again, unless their row says so. An error of
// a stage is the error of the walk.
Result<WalkEnd> walk(const pipeline::Definition& pipeline, stages::StageRun& run);

}  // namespace pawl::runner
