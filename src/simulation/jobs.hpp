// Random runs: their pipelines, and how they land.
#pragma once

#include <string>

#include "simulation/world.hpp"

namespace pawl::simulation {

// A run that no process works on yet; `parent`: the chain it is a step of.
SimRun& make_job(World& world, const std::string& parent = {});

}  // namespace pawl::simulation
