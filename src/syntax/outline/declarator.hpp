// The name in a C or C++ declaration, which may be wrapped in pointers, arrays and parentheses.
// For the files of this module only.
#pragma once

#include <string>

#include "syntax/node.hpp"

namespace pawl::syntax {

struct Declared {
  std::string name;   // bare: `m`, `~C`, `operator==`
  std::string scope;  // of an out-of-line member: `a::C::`, template arguments left out
  bool is_function = false;
};

// An empty name when the declaration declares nothing.
Declared declared_by(const Source& source, TSNode declaration);

}  // namespace pawl::syntax
