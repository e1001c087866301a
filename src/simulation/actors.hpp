// What processes of a world do: they work on a run, land it, stop it, say something of it. The
// decisions are the product's; here stands what it would ask of the machine.
#pragma once

#include <optional>
#include <string>

#include "fleet/facts.hpp"
#include "landing/land.hpp"
#include "simulation/world.hpp"

namespace pawl::simulation {

// That a process begins a run, or goes on with it as it found it, in its journal.
Status record_start(World& world, const Process& self, const SimRun& run, SimJournal& journal,
                    const runner::Held& held, const std::string& from);
// Within a process.
Result<landing::Landing> land_now(World& world, Process& self, SimRun& run);

Status stop_now(World& world, SimRun& run);
run::RunStatus status_of(const World& world, const run::RunState& state);

// Begins a run, or goes on with it, to the end of its pipeline; `from`: at that stage; `attempt`:
// only where that is the newest.
Process& start_work(World& world, SimRun& run, const std::string& from = {},
                    std::optional<int> attempt = {});
Process& start_landing(World& world, SimRun& run);
// TERM, and KILL after a while.
Process& start_stop(World& world, SimRun& run);
Process& start_closing(World& world, SimRun& run);
Process& start_decision(World& world, SimRun& run, fleet::Decision decision);

}  // namespace pawl::simulation
