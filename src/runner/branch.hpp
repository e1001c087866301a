// The process of one branch of a parallel node: a run of its own, begun and ended by the run it is
// a branch of.
#pragma once

#include <string>

#include "runner/run.hpp"

namespace pawl::runner {

// Begins the branch, or goes on with it where an earlier process came to; one that ended well ends
// at once. not_found for a run that is no branch, conflict where another process is at it.
Result<RunEnd> run_branch(const RunPorts& ports, const std::string& run);

}  // namespace pawl::runner
