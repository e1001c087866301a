// Doc comments and docstrings that stay, and no longer say what they said.
#pragma once

#include <string>
#include <vector>

#include "guards/code/definition_sides.hpp"

namespace pawl::guards {

struct ThinnedDoc {
  const syntax::Definition* now = nullptr;
  std::string what;    // as in `the doc comment of load …`: "says only its name"
  bool empty = false;  // nothing is said any more, where otherwise it is only a parameter
};

// Of definitions that stay: what is left says only the name, or that somebody is to write it, or
// nothing of a parameter that is still there. Words that stand elsewhere in the change were moved.
std::vector<ThinnedDoc> thinned_docs(const std::vector<FileSides>& all, const FileSides& sides);

}  // namespace pawl::guards
