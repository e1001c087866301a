// Ending the process of a run, with all it started, and saying so in its journal.
#pragma once

#include <optional>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secrets/secret.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::fleet {

struct FleetPorts {
  os::Ports& world;
  const store::Layout& layout;
  const Redactor& redactor;
  store::Database& database;
};

struct StopTimes {
  Milliseconds grace{5'000};  // from TERM to KILL
  Milliseconds tree{2'500};   // for what it started, after its end
};

struct Stopped {
  bool ended_before = false;  // there was nothing to stop
  bool was_alive = false;     // its process was there
  bool killed = false;        // it did not end by itself
  bool recorded = false;      // its end was written down here: it could not do so itself
  Milliseconds took{0};
};

// What the journal of a run gets whose process was ended; nothing when it wrote its end itself.
std::optional<Event> stopping(const run::RunState& state, bool killed);

// TERM to the process of that run and to no other, KILL after a while, until it and all it started
// are gone; then its journal has an end. io when something could not be ended.
Result<Stopped> stop(const FleetPorts& ports, const RunId& run, const StopTimes& times = {});

}  // namespace pawl::fleet
