// A changed document in lines: which are new, what gave way to them, and which are code.
#pragma once

#include <string_view>
#include <vector>

#include "base/text/line_diff.hpp"

namespace pawl::syntax {
struct MarkdownDocument;
}

namespace pawl::guards {

// Borrows the texts.
struct DocChange {
  bool restructured = false;
  std::vector<std::string_view> before;
  std::vector<std::string_view> after;
  std::vector<Hunk> hunks;
  std::vector<bool> code_before;  // for each line: is it shown as it stands?
  std::vector<bool> code_after;
};

DocChange markdown_change(std::string_view before, std::string_view after,
                          const syntax::MarkdownDocument& old_document,
                          const syntax::MarkdownDocument& document);
DocChange restructured_change(std::string_view before, std::string_view after);

// Of reStructuredText: lines of literal blocks, of directives that hold no prose, and of comments.
std::vector<bool> literal_lines(const std::vector<std::string_view>& lines);
std::size_t rst_indent(std::string_view line);
// `====` below a heading of reStructuredText: three marks or more, all the same.
bool is_rst_adornment(std::string_view line);
// `.. name:: argument`, in the parts that are there; the name is empty when the line begins none.
struct RstDirective {
  std::string_view name;
  std::string_view argument;
};
RstDirective rst_directive(std::string_view line);

}  // namespace pawl::guards
