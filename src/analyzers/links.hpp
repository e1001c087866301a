// Relative links of Markdown documents and whether they lead anywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzers/metric.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::analyzers {

struct LinkCheck {
  std::size_t relative = 0;      // links to places inside the repository
  std::vector<Evidence> broken;  // code `broken-link`
};

// `from` is the document the links are in, `text` its text.
LinkCheck check_links(const repo::RepoView& view, const RepoPath& from, std::string_view text,
                      const syntax::MarkdownDocument& document);

}  // namespace pawl::analyzers
