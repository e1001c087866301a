// The stages of the main job, one file each, as stage_rows.inc lists them.
#pragma once

#include "stages/stage.hpp"

namespace pawl::stages {

#define PAWL_STAGE(run, takes, ...) Result<Outcome> run takes;
#include "stages/stage_rows.inc"
#undef PAWL_STAGE

}  // namespace pawl::stages
