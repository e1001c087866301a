// Rust: what the macros of a file may make.
#pragma once

#include <string_view>

namespace pawl::guards {

// A macro that the file defines may bind the name: its text says it, it is given the name where it
// is called, or it puts names together.
bool macro_may_make(std::string_view text, std::string_view name);

}  // namespace pawl::guards
