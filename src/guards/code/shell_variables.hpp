// Variables of shell scripts that are read and never get a value.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of a variable whose value the change takes away, and of a new one that is a slip for
// another of the function. A shell takes the value of any name from whoever starts the script, so
// names in capitals count only where no other file says them.
std::vector<Finding> unset_variables(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index, const Context& context);

}  // namespace pawl::guards
