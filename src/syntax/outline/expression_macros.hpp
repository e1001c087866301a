// Rust: macros whose tokens are expressions.
#pragma once

#include <string_view>

namespace pawl::syntax {

// It takes expressions, as a call does: `assert`, `println`, `vec`.
bool is_expression_macro(std::string_view name);

}  // namespace pawl::syntax
