// Includes of C and C++, and files that shell scripts source, which a change takes out.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Speaks of names that the file uses, that the file taken out defines, and that nothing else it
// still includes brings along. One file includes the other's names without naming them, so the
// whole closure of what is left is looked through; where that cannot be done, it is silent.
std::vector<Finding> dropped_files(const CodeFile& code, const index::CodeIndex& index);

}  // namespace pawl::guards
