// Variables that a change uses and that nothing defines.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of names that were variables of functions throughout the file and are used now where no
// function around binds them, and of names new to the file that nothing brings. Silent wherever
// they may come from somewhere else.
std::vector<Finding> undefined_names(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index);

}  // namespace pawl::guards
