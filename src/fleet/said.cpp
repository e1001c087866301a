// What is written of a run that ended: functions of its state.
#include <csignal>

#include "fleet/facts.hpp"
#include "fleet/stop.hpp"
#include "run/events.hpp"

namespace pawl::fleet {

std::optional<Event> closing(const run::RunState& state) {
  if (state.closed) return std::nullopt;
  return to_event(run::RunClosed{.attempt = state.attempt});
}

std::string_view to_string(Decision decision) { return decision == Decision::ack ? "ack" : "skip"; }

Result<std::optional<Event>> deciding(const run::RunState& state, Decision decision) {
  // Of a run of a chain it may be that it does not land.
  const bool waited_for =
      state.status == run::RunStatus::succeeded && !state.parent.empty() && !state.landed;
  const bool good =
      state.status == run::RunStatus::succeeded || state.status == run::RunStatus::nothing_to_do;
  if (good && !waited_for) {
    return fail(Errc::conflict, "run " + state.run + " came to its end (" +
                                    std::string(run::to_string(state.status)) +
                                    "): there is nothing to decide");
  }
  if (state.decision == to_string(decision)) return std::optional<Event>();
  return std::optional(to_event(
      run::RunDecided{.decision = std::string(to_string(decision)), .attempt = state.attempt}));
}

std::optional<Event> stopping(const run::RunState& state, bool killed) {
  if (state.finished()) return std::nullopt;
  return to_event(run::RunInterrupted{.signal = killed ? SIGKILL : SIGTERM});
}

}  // namespace pawl::fleet
