// What people say of a run that has ended: events of its journal, written under its lock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "config/config.hpp"
#include "fleet/stop.hpp"
#include "run/run_state.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::fleet {

// A run on which no process works, and none can begin to as long as this is there.
class EndedRun {
 public:
  // conflict when a process works on it.
  static Result<EndedRun> lock(const FleetPorts& ports, const RunId& run);
  const run::RunState& state() const { return state_; }
  // To its journal; state.json and the index follow.
  Status append(const Event& event);
  // To its journal alone, where more of it comes; show() lets the others follow.
  Status note(const Event& event);
  Status show();

 private:
  EndedRun(const FleetPorts& ports, RunId run, store::ProcessLock lock, run::RunState state)
      : ports_(ports), run_(std::move(run)), lock_(std::move(lock)), state_(std::move(state)) {}

  FleetPorts ports_;
  RunId run_;
  store::ProcessLock lock_;
  run::RunState state_;
  std::unique_ptr<store::Journal> journal_;  // once something was appended
};

// What its journal gets when a person closes it; nothing when that was done before.
std::optional<Event> closing(const run::RunState& state);
// The table shows it no more; false when that was so before.
Result<bool> close_run(const FleetPorts& ports, const RunId& run);

// Byte-stable: in journals.
enum class Decision : std::uint8_t {
  ack,   // its work is in the target, by whatever way
  skip,  // nothing of it is wanted
};
std::string_view to_string(Decision decision);

// Of the newest attempt alone: one that goes on with the run makes it void. conflict when there is
// nothing to decide: that attempt succeeded, and no chain waits for its work to land; nothing when
// it was decided so before.
Result<std::optional<Event>> deciding(const run::RunState& state, Decision decision);
// Likewise; false when it was decided so before. `attempt`: conflict where that is not its newest.
Result<bool> decide(const FleetPorts& ports, const RunId& run, Decision decision,
                    std::optional<int> attempt = {});

// Removes a run that ended: what it made and no other branch of the target holds is put to rescue
// refs first, then its worktree, its branch and its folder go (landing::put_away). The branch stays
// while its pull request is open, or somebody has it checked out. Branches of its parallel groups,
// which are runs that nobody else has a use for, go likewise before its journal does.
struct Removed {
  bool worktree = false;          // there was one
  bool branch = false;            // likewise
  std::string branch_kept;        // why it stays
  std::vector<std::string> refs;  // that its branch was kept under
  int branches = 0;               // of its parallel groups
};
Result<Removed> remove_run(const FleetPorts& ports, const config::Config& config, const RunId& run);

}  // namespace pawl::fleet
