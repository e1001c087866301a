// Whether the brackets of a C or C++ text match: what can be told for sure where macros keep a
// grammar from understanding it.
#pragma once

#include <cstdint>
#include <string_view>

namespace pawl::syntax {

struct Brackets {
  int round = 0;  // more opened than closed; negative: more closed
  int square = 0;
  int curly = 0;
  int unclosed = 0;  // literals that do not end on their line
  bool operator==(const Brackets&) const = default;
};

// Branches of the preprocessor may share a bracket that each of them opens: only one of them
// counts.
enum class Branch : std::uint8_t { first, last };

Brackets brackets_in(std::string_view text, Branch branch = Branch::first);

}  // namespace pawl::syntax
