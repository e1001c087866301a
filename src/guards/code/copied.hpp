// A function that a change adds and that is another one of its file once more, under a name made of
// the other's, and called by nobody.
#pragma once

#include <vector>

#include "guards/code/definition_sides.hpp"

namespace pawl::guards {

struct Copied {
  const syntax::Definition* copy = nullptr;   // of the after side
  const syntax::Definition* first = nullptr;  // of the after side, too
};

std::vector<Copied> copied(const std::vector<FileSides>& all, const FileSides& sides);

}  // namespace pawl::guards
