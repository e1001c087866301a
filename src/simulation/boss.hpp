// The process of a chain of runs in a world: the product's walk over the chain, whose runs and
// whose agent are in memory.
#pragma once

#include "simulation/world.hpp"

namespace pawl::simulation {

// A chain of some steps, with no process yet. Each of its children gets a pipeline of its own, and
// lands on the target.
SimRun& make_chain(World& world);
// Within a process that began it, or goes on with it, by that journal: to its end.
void work_on_chain(World& world, Process& self, SimRun& boss, SimJournal& journal);

// Nothing of a chain is wrong that its journal and the target show.
void check_chain(World& world, const SimRun& boss);

}  // namespace pawl::simulation
