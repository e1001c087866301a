// C and C++: types, constants and macros that a change takes away and other files go on using. For
// the guard caller-contract.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> gone_declarations(const std::vector<CodeFile>& files,
                                       const index::CodeIndex& index);

}  // namespace pawl::guards
