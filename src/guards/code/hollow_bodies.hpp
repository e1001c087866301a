// Functions of a changed file that no longer do what they did, and that nobody does for them.
#pragma once

#include <optional>
#include <vector>

#include "guards/code/definition_sides.hpp"
#include "guards/code/hollow.hpp"

namespace pawl::guards {

// `now` is of the after side. None when its work was moved within the change, or when it says by
// itself that there is nothing left to do.
Hollow hollow_body(const std::vector<FileSides>& all, const FileSides& sides,
                   const syntax::Definition& now);

struct HollowFunction {
  syntax::Definition now;
  Hollow is = Hollow::none;
};

// The same for a function inside of another one, which is no definition of its file: where all that
// the file changes stands in it.
std::optional<HollowFunction> hollow_inner(const std::vector<FileSides>& all,
                                           const FileSides& sides);

}  // namespace pawl::guards
