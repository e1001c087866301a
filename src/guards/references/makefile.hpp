// What a Makefile makes and what it needs, as far as that can be said without running make.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

struct MakeRule {
  std::vector<std::string> targets;
  std::vector<std::string> needs;
  int line = 0;
};
struct MakeInclude {
  std::string path;
  bool optional = false;
  int line = 0;
};
struct Makefile {
  std::vector<MakeRule> rules;
  std::vector<MakeInclude> includes;
  std::vector<std::pair<std::string, int>> recipes;  // a line of a recipe, without its mark
  // Further targets may come from what was not followed: computed names, generated rules.
  bool opaque = false;

  // Does a rule name it, or a pattern fit it?
  bool makes(std::string_view target) const;
};
// Variables that the text itself sets to plain words are put in.
Makefile parse_makefile(std::string_view text);

}  // namespace pawl::guards
