// New calls of methods that another language has.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> foreign_methods(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index);

}  // namespace pawl::guards
