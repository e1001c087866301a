// The stack: runs the guards over a change, tier by tier.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

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

// The findings of a verdict that nothing keeps from refusing.
std::vector<Finding> refusing(const Verdict& verdict);
// What its findings are, each as `RULE STANDING`, in their order.
std::vector<std::string> rules_of(const Verdict& verdict);

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

// The feedback of all findings for the next attempt.
std::string feedback_of(const std::vector<Finding>& findings);

}  // namespace pawl::guards
