#include "syntax/outline/expression_macros.hpp"

#include "base/text/fixed_words.hpp"

namespace pawl::syntax {
namespace {

// Macros of the standard library, and of logs, whose arguments are expressions.
constexpr auto kExpressionMacros =
    fixed_words("assert", "assert_eq", "assert_ne", "bail", "dbg", "debug", "debug_assert",
                "debug_assert_eq", "debug_assert_ne", "ensure", "eprint", "eprintln", "error",
                "format", "info", "log", "matches", "panic", "print", "println", "trace",
                "unreachable", "vec", "warn", "write", "writeln", "anyhow");

}  // namespace

bool is_expression_macro(std::string_view name) { return among(kExpressionMacros, name); }

}  // namespace pawl::syntax
