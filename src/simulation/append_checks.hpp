// What has to hold at the moment in which something is written into a journal: what is said is so,
// and who says it may.
#pragma once

#include "simulation/world.hpp"

namespace pawl::simulation {

// `by` may be null: no process writes it.
void check_append(World& world, const SimRun& run, const JournalEvent& said, const Process* by);

}  // namespace pawl::simulation
