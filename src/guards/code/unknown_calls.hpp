// Calls that a change adds, of functions that are nowhere.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks only of names that the file did not use before, and only where the language has no other
// place they could come from; elsewhere of those that an existing function spells another way.
std::vector<Finding> unknown_calls(const std::vector<CodeFile>& files,
                                   const index::CodeIndex& index);

}  // namespace pawl::guards
