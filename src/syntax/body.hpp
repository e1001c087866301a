// What the body of a function says, statement by statement.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/outline/definitions.hpp"

namespace pawl::syntax {

struct Body {
  // Without comments and docstring; a body that is an expression is one statement.
  std::vector<std::string_view> statements;
  std::string_view whole;       // of the body, comments included
  std::string_view parameters;  // as written, brackets included; empty when there are none
};

// Nothing when the definition has no body, or none can be found.
std::optional<Body> body_of(Language language, std::string_view text, const Definition& definition);

// The innermost function with a name around the bytes from `from` up to `to`, at any depth: those
// that stand in others are no definitions of the file. Nothing in a file that does not parse.
std::optional<Definition> function_around(Language language, std::string_view text,
                                          std::size_t from, std::size_t to);

}  // namespace pawl::syntax
