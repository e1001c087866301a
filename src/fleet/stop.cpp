#include "fleet/stop.hpp"

#include <algorithm>
#include <csignal>

#include "base/text/text.hpp"
#include "fleet/facts.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"

namespace pawl::fleet {
namespace {

using Tree = std::vector<os::ProcessId>;

void add_tree(Tree& tree, int pid) {
  for (const os::ProcessId& one : os::descendants_of(pid)) {
    if (std::find(tree.begin(), tree.end(), one) == tree.end()) tree.push_back(one);
  }
}

// Each process a run starts has a keeper that ends what it kept once the run is gone; what is left
// after a while is ended here.
std::size_t end_tree(os::Clock& clock, const Tree& tree, Milliseconds patience) {
  const Milliseconds start = clock.monotonic();
  std::size_t left = 0;
  for (const os::ProcessId& one : tree) {
    const auto handle = os::ProcessHandle::open(one);
    if (!handle) continue;
    const auto rest = [&](Milliseconds until) {
      return std::max(until - (clock.monotonic() - start), Milliseconds(0));
    };
    if (handle->ended(rest(patience / 2))) continue;
    handle->signal(SIGKILL);
    if (!handle->ended(std::max(rest(patience), Milliseconds(20)))) ++left;
  }
  return left;
}

// Whether it took a KILL.
Result<bool> end_process(os::Clock& clock, const os::ProcessHandle& process, int pid,
                         const StopTimes& times) {
  Tree tree;
  add_tree(tree, pid);
  process.signal(SIGTERM);
  process.signal(SIGCONT);  // a stopped process gets its TERM only when it goes on
  bool killed = false;
  if (!process.ended(times.grace)) {
    add_tree(tree, pid);
    process.signal(SIGKILL);
    killed = true;
    if (!process.ended(times.tree)) {
      return fail(Errc::io,
                  "process " + std::to_string(pid) +
                      " could not be ended: it hangs in the kernel, or is another user's");
    }
  }
  const std::size_t left = end_tree(clock, tree, times.tree);
  if (left == 0) return killed;
  return fail(Errc::io, counted(left, "process", "processes") + " of its tree could not be ended");
}

}  // namespace

Result<Stopped> stop(const FleetPorts& ports, const RunId& run, const StopTimes& times) {
  os::Clock& clock = ports.world.clock;
  const Milliseconds start = clock.monotonic();
  TRY_ASSIGN(const run::RunState state, run::load_run(ports.layout, run));
  if (state.finished()) return Stopped{.ended_before = true};
  Stopped done;
  const os::ProcessId id{.pid = state.pid, .started = state.started};
  const auto process = state.boot == os::boot_id() ? os::ProcessHandle::open(id) : std::nullopt;
  if (process) {
    done.was_alive = true;
    TRY_ASSIGN(done.killed, end_process(clock, *process, state.pid, times));
    os::reap(state.pid);
  }
  TRY_ASSIGN(EndedRun ended, EndedRun::lock(ports, run));
  const std::optional<Event> end = stopping(ended.state(), done.killed);
  if (end) TRY(ended.append(*end));
  done.recorded = end.has_value();
  done.took = clock.monotonic() - start;
  return done;
}

}  // namespace pawl::fleet
