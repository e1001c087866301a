// Loops that nothing ends: the number they wait for never changes, or every failure means once
// more, at once and for ever. For the files of this module only.
#pragma once

#include <optional>
#include <string_view>

#include "syntax/handlers.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {

// A node of that type may be such a loop.
bool may_loop(std::string_view type);

// What the loop does again and again, when it is one.
std::optional<Guarded> endless_loop(const Source& source, TSNode node);

}  // namespace pawl::syntax
