// What the definitions of a file say to a machine: equal as long as nothing but comments,
// docstrings and layout changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/outline/definitions.hpp"

namespace pawl::syntax {

struct Essence {
  Definition definition;
  // Decorators, signature and body; without the definitions inside, which have their own. For
  // comparison only.
  std::string code;
};

// In order of their place. Nothing of a file that is too large to be parsed.
std::vector<Essence> essences(Language language, std::string_view text);

}  // namespace pawl::syntax
