// A run of a world that is removed.
#pragma once

#include "simulation/world.hpp"

namespace pawl::simulation {

// `pawl rm`: nothing is left of it but what it committed.
Process& start_removal(World& world, SimRun& run);

}  // namespace pawl::simulation
