// The run's own worktree: made when the run begins, opened again by each process that goes on with
// it.
#pragma once

#include "stages/stage.hpp"

namespace pawl::stages {

// Records how well code of the target is confined; denied where that is not enough for the person.
Status check_sandbox(const Scope& scope, const RunSettings& settings, const Checkout& checkout);
// Nothing to do where this process has it already. What an earlier process left half-way, there and
// where agents worked, goes to rescue refs first.
Status open_worktree(const Scope& scope, const RunSettings& settings, Checkout& checkout);

}  // namespace pawl::stages
