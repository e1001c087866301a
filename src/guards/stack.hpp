// The stack: runs the guards over a change tier by tier, writes one event per evaluation, and
// makes the one value a commit asks for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

struct Judged {
  // Set when nothing refused; git::PatchTransaction::commit wants it.
  std::optional<git::Admitted> admitted;
  Tier refused_at = Tier::gate;   // when something refused
  std::vector<Finding> findings;  // of that tier, in the order of the guards
};

// Names the attempt in the events.
struct Attempt {
  std::string subtask;
  int number = 1;
};

// Judges a change. `monotonic` times the guards. Failing to write an event is an error: a verdict
// nobody can read afterwards does not count.
Result<Judged> judge(const git::Change& change, const Context& context, const Attempt& attempt,
                     EventSink& events, const std::function<Milliseconds()>& monotonic);

// A refusal found before there is a change to judge (a path of no valid shape, an anchor that is
// not there), told like any guard's: same events, same findings.
Status report_refusal(const std::vector<Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events);

// The feedback of all findings for the next attempt.
std::string feedback_of(const std::vector<Finding>& findings);

}  // namespace pawl::guards
