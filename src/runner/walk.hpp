// Carries out what the walk over a pipeline (pipeline/walk.hpp) says is to be done: for each stage
// its phase, its events, its outcome. Knows no stage by name.
#pragma once

#include "pipeline/walk.hpp"
#include "runner/groups.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

// How the run ends: with the status, exit code, reason and class of this. `walked` is how far
// earlier processes came. Branches of parallel nodes run in processes of their own (`groups`), all
// else in this one. An error of a stage is the error of the walk.
Result<pipeline::Outcome> walk(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                               stages::Parts& parts, Groups& groups);

}  // namespace pawl::runner
