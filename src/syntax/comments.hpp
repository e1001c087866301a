// The comments of a source file, as its grammar sees them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

struct Comment {
  std::size_t begin = 0;  // byte range, marks included
  std::size_t end = 0;
  int line = 0;  // of its first byte, from 1
  bool operator==(const Comment&) const = default;
};

// In order of their place. What looks like a comment inside a string is none. Nothing for a text
// that is too large to be parsed.
std::vector<Comment> comments(Language language, std::string_view text);

// The text with a blank for each byte of a comment but the ends of lines, so that places stay.
std::string blank_comments(Language language, std::string_view text);

}  // namespace pawl::syntax
