// Functions that stand in no place where definitions.hpp looks: below a block, in the function that
// wraps a script, in an object, between macros that a grammar does not follow.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/outline/definitions.hpp"

namespace pawl::syntax {

struct LooseFunction {
  std::string name;
  std::size_t begin = 0;
};

// Those that begin between `from` and `to` and in none of the definitions, which are those of the
// text.
std::vector<LooseFunction> loose_functions(Language language, std::string_view text,
                                           const std::vector<Definition>& definitions,
                                           std::size_t from, std::size_t to);

}  // namespace pawl::syntax
