#include "fleet/wait.hpp"

#include <algorithm>

#include "fleet/table.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"

namespace pawl::fleet {
namespace {

constexpr Milliseconds kLookEvery{100};

}  // namespace

Result<WaitedRun> wait_for(os::Ports& ports, const store::Layout& layout, const RunId& run,
                           std::optional<Milliseconds> most,
                           const std::function<Status()>& meanwhile) {
  const Milliseconds start = ports.clock.monotonic();
  while (true) {
    TRY_ASSIGN(run::RunState state, run::load_run(layout, run));
    const os::ProcessId id{.pid = state.pid, .started = state.started};
    const auto process = state.boot == os::boot_id() ? os::ProcessHandle::open(id) : std::nullopt;
    // What it tidies up after its end is its work, too. What it wrote before its process was gone
    // is seen only by a look after that.
    if (!process) {
      os::reap(state.pid);
      TRY_ASSIGN(state, run::load_run(layout, run));
      const run::RunStatus status = status_now(ports, state);
      if (!is_live(status)) return WaitedRun{.state = std::move(state), .status = status};
    }
    while (process && !process->ended(kLookEvery)) {
      if (meanwhile) TRY(meanwhile());
      if (ports.cancel.requested()) return fail(Errc::cancelled, "interrupted");
      if (most && ports.clock.monotonic() - start >= *most) {
        return fail(Errc::timeout, "run " + run.text() + " has not ended yet");
      }
    }
    if (meanwhile) TRY(meanwhile());
  }
}

int exit_of(const WaitedRun& run) { return run.state.finished() ? run.state.exit : 1; }

}  // namespace pawl::fleet
