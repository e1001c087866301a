#include "analyzers/links.hpp"

#include "base/text/text.hpp"
#include "repo/documents/doc_links.hpp"

namespace pawl::analyzers {

LinkCheck check_links(const repo::RepoView& view, const RepoPath& from,
                      const syntax::MarkdownDocument& document) {
  LinkCheck check;
  repo::DocLinks links(view);
  for (const syntax::Link& link : document.links) {
    if (link.target.starts_with('#')) continue;
    const repo::LinkAnswer answer = links.follow(from, document, link.target);
    if (answer.path.empty()) continue;
    ++check.relative;
    if (answer.fate != repo::LinkFate::missing) continue;
    check.broken.push_back({from.text(), link.line, 0, "broken-link",
                            "`" + printable(link.target, 120) + "` does not exist", "markdown"});
  }
  return check;
}

}  // namespace pawl::analyzers
