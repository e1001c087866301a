// Code that a change makes a comment of.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "guards/code/changed_span.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {

struct CommentedOut {
  int line = 0;           // of the first one, in the new text
  std::size_t lines = 0;  // that said something as code
};

// Runs of lines that were code of the old text and are comments of the new one, with the same
// words.
std::vector<CommentedOut> commented_out(syntax::Language language, std::string_view before,
                                        std::string_view after, const ChangedSpan& span);

}  // namespace pawl::guards
