// Waiting for the end of a run that another process works on.
#pragma once

#include <functional>
#include <optional>

#include "base/ids.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/layout.hpp"

namespace pawl::fleet {

struct WaitedRun {
  run::RunState state;
  run::RunStatus status = run::RunStatus::running;  // crashed where its process is gone
};

// Until no process works on it. timeout when that takes longer; cancelled when asked to stop.
// `meanwhile`, which may be null, is called several times a second.
Result<WaitedRun> wait_for(os::Ports& ports, const store::Layout& layout, const RunId& run,
                           std::optional<Milliseconds> most,
                           const std::function<Status()>& meanwhile = {});

// The exit code of a run that ended: its own, and 1 for one that crashed.
int exit_of(const WaitedRun& run);

}  // namespace pawl::fleet
