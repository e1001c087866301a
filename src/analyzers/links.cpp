#include "analyzers/links.hpp"

#include "base/text/text.hpp"
#include "repo/documents/doc_links.hpp"

namespace pawl::analyzers {

namespace {

// A link is reported with the first line of its paragraph: the line that holds its target.
int line_of_link(const std::vector<std::string_view>& lines, const syntax::Link& link) {
  constexpr std::size_t kParagraphMax = 60;
  const auto first = static_cast<std::size_t>(link.line > 0 ? link.line - 1 : 0);
  for (std::size_t i = first; i < lines.size() && i < first + kParagraphMax; ++i) {
    if (contains(lines[i], link.target)) return static_cast<int>(i) + 1;
  }
  return link.line;
}

}  // namespace

LinkCheck check_links(const repo::RepoView& view, const RepoPath& from, std::string_view text,
                      const syntax::MarkdownDocument& document) {
  LinkCheck check;
  repo::DocLinks links(view);
  const auto lines = split_lines(text);
  for (const syntax::Link& link : document.links) {
    if (link.target.starts_with('#')) continue;
    const repo::LinkAnswer answer = links.follow(from, document, link.target);
    if (answer.path.empty()) continue;
    ++check.relative;
    if (answer.fate != repo::LinkFate::missing) continue;
    check.broken.push_back({from.text(), line_of_link(lines, link), 0, "broken-link",
                            "`" + printable(link.target, 120) + "` does not exist", "markdown"});
  }
  return check;
}

}  // namespace pawl::analyzers
