// Whether the brackets of a C or C++ text match: what can be told for sure where macros keep a
// grammar from understanding it.
#pragma once

#include <string_view>

namespace pawl::syntax {

struct Brackets {
  int round = 0;  // more opened than closed; negative: more closed
  int square = 0;
  int curly = 0;
  int unclosed = 0;  // literals that do not end on their line
  bool operator==(const Brackets&) const = default;
};

Brackets brackets_in(std::string_view text);

}  // namespace pawl::syntax
