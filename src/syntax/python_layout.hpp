// Python's layout rules, which its grammar does not enforce: every body holds something, the
// statements of a block stand in one column, and `try` has a handler. For the files of this module
// only.
#pragma once

#include <vector>

#include "syntax/check.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {

// Of a tree without errors.
std::vector<Diagnostic> check_python_layout(const Source& source, TSNode root);

}  // namespace pawl::syntax
