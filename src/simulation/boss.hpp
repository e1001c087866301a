// The process of a chain of runs in a world: what chain::next answers, done as the table in
// chain/chain.hpp says.
#pragma once

#include "simulation/world.hpp"

namespace pawl::simulation {

// A chain of some steps, with no process yet. Each of its children gets a pipeline of its own, and
// lands on the target.
SimRun& make_chain(World& world);
// Within a process: begins it, or goes on with it, to its end.
void work_on_chain(World& world, Process& self, SimRun& boss);

// Nothing of a chain is wrong that its journal and the target show.
void check_chain(World& world, const SimRun& boss);

}  // namespace pawl::simulation
