// Changes that several branches made of the same head, beside each other: which is the best of
// them.
#pragma once

#include <cstdint>
#include <string>

#include "stages/merging/adopt_change.hpp"
#include "stages/merging/weight.hpp"

namespace pawl::stages {

// Of a change on the head of the worktree. `commit` holds its result; the commands of the request
// are run there. Nothing is committed, and each verdict is an event of that step.
Result<Weight> weigh_change(const Workshop& shop, const AdoptOrder& order,
                            const git::ReadChange& change, const std::string& commit,
                            std::int64_t lines);

// The commands of the request at that commit: why it is not to be had, or nothing. What cannot be
// run has not passed.
Result<std::string> objection_of_commands(const Workshop& shop, const std::string& commit);

}  // namespace pawl::stages
