// Definitions that stand twice where one of them replaces the other, or the compiler takes none.
#pragma once

#include <vector>

#include "guards/code/definition_sides.hpp"

namespace pawl::guards {

struct Doubled {
  const syntax::Definition* first = nullptr;
  const syntax::Definition* second = nullptr;
};

// Those of the new text that the old one had not. Overloads, branches of a condition, accessors
// and what is used between the two are no doubles.
std::vector<Doubled> doubled(const FileSides& sides);

}  // namespace pawl::guards
