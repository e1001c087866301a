// What documents tell their readers to set, to pass or to call of the project itself: variables of
// the environment, options of its command line, functions, keys of its configuration.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

enum class ToldAs : std::uint8_t { variable, option, function, key };
struct ToldName {
  ToldAs as = ToldAs::variable;
  std::string written;  // `APP_MAX_RETRIES`, `--dry-run`, `load_all()`
  // In small letters, any of which in a text shows that somebody reads it.
  std::vector<std::string> forms;
  // Of a variable: what programs that compute its name put before the rest.
  std::string prefix;
  int line = 0;
};

// How the project calls itself in its manifests at the root, in small letters, `_` between words.
std::set<std::string, std::less<>> project_names(const repo::RepoView& view);

// Of those that the text before, in small letters, does not hold. `own` is how the project calls
// itself.
std::vector<ToldName> told_names(const syntax::MarkdownDocument& document,
                                 std::string_view small_before,
                                 const std::set<std::string, std::less<>>& own);

}  // namespace pawl::guards
