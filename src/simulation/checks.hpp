// What has to hold in a world, whatever went wrong in it.
#pragma once

#include "simulation/world.hpp"

namespace pawl::simulation {

// At any time: nothing an agent or a person committed is out of reach.
void check_kept(World& world);
// Likewise, and no effect happened twice, what is said to be done was, and no cursor went back.
void check_always(World& world);
// When all came to its end: why each run is where it is stands in its journal.
void check_explained(World& world);

}  // namespace pawl::simulation
