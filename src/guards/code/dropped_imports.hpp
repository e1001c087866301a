// Imports that a change takes out of a file while the file goes on using their names.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> dropped_imports(const CodeFile& code, const index::CodeIndex& index,
                                     const ImportDoubts& doubts);

}  // namespace pawl::guards
