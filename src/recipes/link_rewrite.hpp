// Links of a Markdown document, and another target for one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {

// All of them, those in HTML too, each target once, in the order of the text.
std::vector<syntax::Link> distinct_links(const syntax::MarkdownDocument& document);

// `text` with `to` wherever it links to `from`: inline, by a definition, or by an attribute of an
// HTML tag. Code, examples in backticks and comments stay as they are. `document` is that of
// `text`.
std::string with_target(std::string_view text, const syntax::MarkdownDocument& document,
                        std::string_view from, std::string_view to);

}  // namespace pawl::recipes
