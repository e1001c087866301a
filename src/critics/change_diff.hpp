// The diff of a change that is no commit yet.
#pragma once

#include "critics/diff.hpp"
#include "git/change.hpp"

namespace pawl::critics {

// Each hunk with three lines around it. Binary files have an obstacle, submodules are not in it.
Diff diff_of(const git::Change& change);

}  // namespace pawl::critics
