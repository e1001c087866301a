// The stack: runs the guards over a change tier by tier, writes one event per evaluation, and
// makes the one value a commit asks for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "guards/guard.hpp"
#include "guards/policy.hpp"

namespace pawl::guards {

using Nanoseconds = std::chrono::nanoseconds;
using Stopwatch = std::function<Nanoseconds()>;  // monotonic

struct Evaluated {
  const Guard* guard = nullptr;
  Verdict verdict;
  Nanoseconds took{0};
};

struct Evaluation {
  std::vector<Evaluated> results;  // in the order of the table; guards left out are not there
  std::optional<Tier> refused_at;  // the first tier that refused

  bool refused() const { return refused_at.has_value(); }
  // In the order of the guards.
  std::vector<Finding> refusing() const;
  std::vector<Finding> findings() const;
};

// Runs the guards of a policy. When the context has a base and no head, the head is the base with
// the change on it.
Evaluation evaluate(const git::Change& change, const Context& context, const Policy& policy,
                    const Stopwatch& stopwatch);

struct Judged {
  // Set when nothing refused; git::PatchTransaction::commit wants it.
  std::optional<git::Admitted> admitted;
  Tier refused_at = Tier::gate;   // when something refused
  std::vector<Finding> findings;  // that refused
  Evaluation evaluation;
};

// Names the attempt in the events.
struct Attempt {
  std::string subtask;
  int number = 1;
};

// Judges a change of a run: scope refuses unless the policy sanctions it. Failing to write an
// event is an error: a verdict nobody can read afterwards does not count.
Result<Judged> judge(const git::Change& change, const Context& context, Policy policy,
                     const Attempt& attempt, EventSink& events, const Stopwatch& stopwatch);

// A refusal found before there is a change to judge (a path of no valid shape, an anchor that is
// not there), told like any guard's: same events, same findings.
Status report_refusal(const std::vector<Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events);

// The feedback of all findings for the next attempt.
std::string feedback_of(const std::vector<Finding>& findings);

}  // namespace pawl::guards
