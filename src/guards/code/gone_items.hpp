// Items of Rust, names of Go packages and members of Java classes that a change takes out while
// other files go on naming them.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> gone_items(const std::vector<CodeFile>& files, const index::CodeIndex& index,
                                const ImportDoubts& doubts);

}  // namespace pawl::guards
