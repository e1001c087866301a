// What the memory adds to the planner's question: what earlier runs came to, and what a gateway
// knows of the repository. Lines of printable text, bounded; empty when there is nothing.
#pragma once

#include <span>
#include <string>

#include "base/json.hpp"
#include "base/time.hpp"
#include "planner/rules/failure_history.hpp"

namespace pawl::planner {

// The last day, file by file: what failed since it last succeeded, then what succeeded.
std::string prior_runs_lines(std::span<const PastSubtask> past, Timestamp now);

// Languages, stack, frameworks, dependencies, entry points and manifests. A fingerprint of another
// shape gives nothing.
std::string fingerprint_lines(const Json& fingerprint);

}  // namespace pawl::planner
