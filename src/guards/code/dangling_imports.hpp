// Imports that a change leaves without what they name: of files it removes or moves, and of names
// it takes out of a file.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> dangling_imports(const std::vector<CodeFile>& files,
                                      const index::CodeIndex& index);

}  // namespace pawl::guards
