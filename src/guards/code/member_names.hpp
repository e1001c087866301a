// Names that code takes out of the repository's own modules without importing them one by one:
// `pkg.Name` of Go, `crate::a::name` of Rust, `module.name` of Python, `namespace.name` of
// TypeScript.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Of those that the change adds the ones their module does not have.
std::vector<Finding> member_names(const CodeFile& code, const index::CodeIndex& index,
                                  const ImportDoubts& doubts);

}  // namespace pawl::guards
