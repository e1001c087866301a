// The comments of a changed text, line by line.
#pragma once

#include <cstddef>
#include <string_view>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

struct CommentLine {
  std::string_view text;  // without its marks; empty: the line has no comment
  std::size_t line = 0;   // from 0
  std::size_t at = 0;     // where it begins in its line
  bool whole = false;     // nothing else is on the line
};

// What looks like the comment of a line, or like one at its end; of documents those that are not
// shown.
CommentLine comment_in(const TextChange& change, std::size_t line);
// It is a comment, and not part of a string.
bool is_comment(const TextChange& change, const CommentLine& comment);

}  // namespace pawl::guards
