// Names that a file uses while a change takes away what made them.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of names that the file used before, where something bound them: a function, a constant, a
// type, a member of the own class. Silent wherever they may come from somewhere else.
std::vector<Finding> unbound_names(const std::vector<CodeFile>& files,
                                   const index::CodeIndex& index);

}  // namespace pawl::guards
