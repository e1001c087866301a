// Statements that leave their block, and conditions that are written out. For the files of this
// module only.
#pragma once

#include <optional>

#include "syntax/node.hpp"

namespace pawl::syntax {

// Nothing behind the statement in its block can run: return, throw, break, a call that ends the
// program.
bool leaves_block(const Source& source, TSNode statement);

// What stands behind such a statement and means something all the same: functions that JavaScript
// moves to the top, labels, declarations of types.
bool counts_unreached(const Source& source, TSNode statement);

// What a condition comes to when it is written out: `false`, `0`, `x && false`.
std::optional<bool> fixed_condition(const Source& source, TSNode condition);

}  // namespace pawl::syntax
