// Rust: what the macros of a file may make, and where names are tokens of one.
#pragma once

#include <string_view>

namespace pawl::guards {

// A macro that the file defines may bind the name: its text says it, it is given the name where it
// is called, or it puts names together.
bool macro_may_make(std::string_view text, std::string_view name);

// Within the brackets of a macro, where a name may be bound and nobody sees it: of a macro that
// takes anything, or of one that takes expressions and is given a closure, a pattern or a block.
bool is_token_of_macro(std::string_view text, int line);

}  // namespace pawl::guards
