// The lines of an ignore file, as git reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

struct IgnoreRule {
  std::string pattern;  // without marks; a slash at its start when it is bound to the folder
  bool negated = false;
  bool folders_only = false;
  int line = 0;
  std::string written;
};
std::vector<IgnoreRule> parse_ignore(std::string_view text);

// The rule that hides the path, relative to the file's folder; nullptr when none does. The last
// matching rule counts, but what stands below a hidden folder stays hidden.
const IgnoreRule* hiding_rule(const std::vector<IgnoreRule>& rules, std::string_view path);

}  // namespace pawl::guards
