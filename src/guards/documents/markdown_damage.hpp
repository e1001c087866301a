// Marks of Markdown that an edit broke: a heading, a table, a link or an example that was one
// before and is shown as it was typed, or marks of reStructuredText.
#pragma once

#include <vector>

#include "guards/documents/doc_change.hpp"
#include "guards/documents/doc_faults.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

std::vector<DocFault> markdown_damage(const DocChange& change,
                                      const syntax::MarkdownDocument& before,
                                      const syntax::MarkdownDocument& after);

}  // namespace pawl::guards
