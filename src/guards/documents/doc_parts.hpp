// The parts of a Markdown document that an edit left out: code, sections, tables, links. A part
// that was moved, edited or put into another form is not lost.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

struct LostPart {
  enum class Kind { section, code, table, links };
  Kind kind = Kind::code;
  int line = 0;           // in the text before
  std::string what;       // `Installation`, the first line of the code
  std::size_t parts = 1;  // sections below it, links
};

// `elsewhere` is what other documents of the same change gained.
std::vector<LostPart> lost_parts(const syntax::MarkdownDocument& before,
                                 const syntax::MarkdownDocument& after, std::string_view after_text,
                                 std::string_view elsewhere);

// Lines of `after` that were several lines before, and now are one with `\n` written out.
struct EscapedNewlines {
  int line = 0;
  std::string snippet;
};
std::vector<EscapedNewlines> escaped_newlines(const syntax::MarkdownDocument& before,
                                              const syntax::MarkdownDocument& after);

}  // namespace pawl::guards
