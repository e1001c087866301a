// Calls that a change adds with more or fewer arguments than their function takes.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks only of calls whose function is certain: the one of that name in the file, the package or
// where an import leads, or in the own class.
std::vector<Finding> misfit_calls(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index);

}  // namespace pawl::guards
