// Imports that a change adds for nothing: a second one of the same.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> spare_imports(const CodeFile& code, const index::CodeIndex& index,
                                   const ImportDoubts& doubts);

}  // namespace pawl::guards
