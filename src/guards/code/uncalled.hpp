// Private functions that a change adds and that nobody calls.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of functions that only their own file, class or package can reach, and whose name stands
// nowhere else: neither in code nor in a string, a manifest or a template.
std::vector<Finding> uncalled_helpers(const std::vector<CodeFile>& files,
                                      const index::CodeIndex& index, const Context& context);

}  // namespace pawl::guards
