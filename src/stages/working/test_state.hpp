// How the tests stand at the commit the worktree is on, as far as they were run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/plan.hpp"
#include "planner/rules/failing_tests.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Nothing when nobody ran them there.
std::optional<std::vector<planner::TestFailure>> current_failures(const Scope& scope,
                                                                  const Checkout& checkout);

// Whether somebody ran tests there that say anything of the code.
bool tests_ran(const Scope& scope, const Checkout& checkout);

// What the tests that the subtask is to mend print now.
std::vector<planner::TestFailure> failures_to_mend(const Scope& scope, const Checkout& checkout,
                                                   const planner::Subtask& subtask);

// Why a subtask that is to mend tests has nothing to do: an earlier one mended them. Empty when
// there is something left, or that is not known.
std::string nothing_to_mend(const Scope& scope, const Checkout& checkout,
                            const planner::Subtask& subtask);

}  // namespace pawl::stages
