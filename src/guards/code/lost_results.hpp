// Functions that no longer give back what their callers use.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of functions that gave a value back at their end before and give nothing now, where their
// head still names a type, or a caller goes on using the value.
std::vector<Finding> lost_results(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index);

}  // namespace pawl::guards
