// What types give to their values: fields, attributes, variants of enums, methods of interfaces,
// keys of objects. Functions with a body are definitions.
#pragma once

#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

struct Member {
  std::string owner;  // the bare name of the type; empty where it cannot be said
  std::string name;
  int line = 0;  // from 1
  bool operator==(const Member&) const = default;
};

// In order of their place. Python's `self.x = …` and JavaScript's `this.x = …` count, too.
std::vector<Member> members_of(Language language, std::string_view text);

}  // namespace pawl::syntax
