// JSON and JSON with comments, checked with the exact place of each fault. For the files of this
// module only; callers use check.hpp and data.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/check.hpp"

namespace pawl::syntax {

// The first syntax error, or every repeated key (at most 20).
std::vector<Diagnostic> check_json(std::string_view text);
std::vector<Diagnostic> check_jsonc(std::string_view text);

// Comments and trailing commas become blanks, so that every other byte keeps its place. Broken
// text stays broken.
std::string without_comments(std::string_view text);

}  // namespace pawl::syntax
