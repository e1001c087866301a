// reStructuredText in the parts a Markdown document has: headings, paragraphs, code, tables, links.
// It is read line by line, as far as people write it by hand; what Sphinx makes of it is not known.
#pragma once

#include <memory>
#include <string_view>

#include "syntax/documents/markdown.hpp"

namespace pawl::syntax {

// A comment is a block of HTML (`<!-- … -->`), a directive that holds code a code block whose
// `info` is its argument. Links are those that name their target on the spot.
MarkdownDocument parse_restructured(std::string_view text);
// The same; asking again for one of the last texts of the same thread costs a comparison.
std::shared_ptr<const MarkdownDocument> shared_restructured(std::string_view text);

// `.. name:: argument`
struct RstDirective {
  std::string_view name;
  std::string_view argument;
  std::size_t indent = 0;
};
// False for a line that begins none. A substitution (`.. |name| image:: a.png`) begins one, too.
bool read_directive(std::string_view line, RstDirective& out);
// Whether a line is nothing but three marks or more of one kind, as stands below a heading.
bool is_adornment(std::string_view line);

}  // namespace pawl::syntax
