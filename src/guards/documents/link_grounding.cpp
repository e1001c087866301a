// The half of G14 that needs no network: relative links a change adds lead to something of the
// tree it leaves behind.
#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "repo/documents/doc_links.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::guards {
namespace {

bool judges_links(const git::FileChange& file) {
  return is_own_text(file) && is_markdown(file.path) && !repo::is_shown_elsewhere(file.path);
}

std::vector<syntax::Link> links_of(const syntax::MarkdownDocument& document) {
  std::vector<syntax::Link> links = document.links;
  links.insert(links.end(), document.html_links.begin(), document.html_links.end());
  std::stable_sort(links.begin(), links.end(),
                   [](const syntax::Link& a, const syntax::Link& b) { return a.line < b.line; });
  return links;
}

// The targets written before, in any document of the change: text that moves takes its links along.
std::set<std::string> old_targets(const git::Change& change) {
  std::set<std::string> targets;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !is_markdown(file.path)) continue;
    for (const syntax::Link& link : links_of(*syntax::shared_markdown(*file.before))) {
      targets.insert(link.target);
    }
  }
  return targets;
}

// The line of the target itself: a link knows only where its paragraph begins.
int line_of_target(std::string_view text, const syntax::Link& link) {
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    if (++number >= link.line && contains(line, link.target)) return number;
  }
  return link.line;
}

class LinkJudge {
 public:
  LinkJudge(const Context& context, Verdict& verdict) : links_(*context.head), verdict_(verdict) {}

  void judge(const git::FileChange& file, const std::set<std::string>& old) {
    const auto document = syntax::shared_markdown(*file.after);
    std::set<std::string> reported;
    for (const syntax::Link& link : links_of(*document)) {
      if (old.contains(link.target) || link.text.starts_with('^')) continue;
      const repo::LinkAnswer answer = links_.follow(file.path, *document, link.target);
      const bool bad = answer.fate == repo::LinkFate::missing ||
                       answer.fate == repo::LinkFate::no_anchor ||
                       answer.fate == repo::LinkFate::outside;
      if (!bad || (answer.fate == repo::LinkFate::no_anchor && is_changelog(file.path))) continue;
      if (!reported.insert(link.target).second) continue;
      if (reported.size() > kFindingsPerFileMax) return;
      Finding finding = finding_of(file.path, link, answer);
      finding.line = line_of_target(*file.after, link);
      verdict_.refuse(std::move(finding));
    }
  }

 private:
  Finding finding_of(const RepoPath& path, const syntax::Link& link,
                     const repo::LinkAnswer& answer) {
    const std::string target = "`" + printable(link.target, 120) + "`";
    Finding finding{.rule = {}, .path = path.text(), .message = {}, .feedback = {}};
    std::string hint;
    if (answer.fate == repo::LinkFate::outside) {
      finding.rule = "link-grounding/outside";
      finding.message = "the link to " + target + " leaves the repository";
    } else if (answer.fate == repo::LinkFate::missing) {
      finding.rule = "link-grounding/missing-target";
      finding.message =
          "the link to " + target + " leads to nothing: there is no " + printable(answer.path, 120);
      if (const auto near = links_.nearest_path(answer.path)) {
        hint = " There is `" + repo::relative_link(path.folder(), *near) + "`.";
      }
    } else {
      finding.rule = "link-grounding/missing-anchor";
      finding.message = "the link to " + target + " leads to no section: " + answer.path +
                        " has no `#" + printable(answer.anchor, 80) + "`";
      if (const auto near = links_.nearest_anchor(answer.path, answer.anchor)) {
        hint = " There is `#" + *near + "`.";
      }
    }
    finding.message += hint.empty() ? "" : ";" + lower(hint.substr(0, 2)) + hint.substr(2);
    finding.feedback = "Link to what exists, or leave out the link to " + target + "." + hint;
    return finding;
  }

  repo::DocLinks links_;
  Verdict& verdict_;
};

}  // namespace

Verdict link_grounding(const git::Change& change, const Context& context) {
  Verdict verdict;
  std::vector<const git::FileChange*> files;
  for (const git::FileChange& file : change.files) {
    if (judges_links(file)) files.push_back(&file);
  }
  if (files.empty()) return verdict;
  verdict.applies();
  if (context.head == nullptr) {
    verdict.cannot("the tree the links lead into is not known");
    return verdict;
  }
  const std::set<std::string> old = old_targets(change);
  LinkJudge judge(context, verdict);
  for (const git::FileChange* file : files) judge.judge(*file, old);
  return verdict;
}

}  // namespace pawl::guards
