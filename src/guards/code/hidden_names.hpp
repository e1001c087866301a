// Uses of what the change makes private: `static` of C, no `pub` in Rust, `private` methods.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> hidden_names(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index);

}  // namespace pawl::guards
