// The process of one branch of a parallel node: a run of its own, begun and ended by the run it is
// a branch of.
#pragma once

#include <optional>
#include <string>

#include "pipeline/outcome.hpp"
#include "run/run_state.hpp"
#include "runner/run.hpp"

namespace pawl::runner {

// Begins the branch, or goes on with it where an earlier process came to; one that ended well ends
// at once. not_found for a run that is no branch, conflict where another process is at it.
Result<RunEnd> run_branch(const RunPorts& ports, const std::string& run);

// What a branch came to, by its journal; nothing where its process ended without a word.
std::optional<pipeline::Outcome> outcome_of_branch(const run::RunState& state);

}  // namespace pawl::runner
