// Scripts that define what they did, and do nothing any more.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of programs in shell and Ruby that ran commands at the top of their file and run none now,
// while the functions that would do the work stand there and no other file reads the script.
std::vector<Finding> idle_scripts(const git::Change& change, const index::CodeIndex& index);

}  // namespace pawl::guards
