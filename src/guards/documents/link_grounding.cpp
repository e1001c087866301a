// The half of G14 that needs no network: relative links a change adds lead to something of the
// tree it leaves behind, and those that were there before still do.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/text/text.hpp"
#include "guards/documents/doc_faults.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/references/holders.hpp"
#include "repo/documents/doc_links.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/restructured.hpp"

namespace pawl::guards {
namespace {

bool judges_addresses(const git::FileChange& file) {
  return is_own_text(file) && file.path.extension() == ".rst" && file.before != file.after;
}

// `www.example.org/a`, which is read as a path.
bool lacks_scheme(std::string_view target) {
  return (target.starts_with("www.") && std::count(target.begin(), target.end(), '.') > 1) ||
         target.starts_with("github.com/") || target.starts_with("gitlab.com/");
}

// The address of a link with a blank inside, and no title behind it; empty when there is none.
std::string_view parted_target(std::string_view line) {
  for (auto at = line.find("](http"); at != std::string_view::npos;
       at = line.find("](http", at + 1)) {
    const std::string_view rest = line.substr(at + 2);
    const std::string_view target = rest.substr(0, rest.find(')'));
    const auto blank = target.find(' ');
    if (blank == std::string_view::npos || target.size() == rest.size()) continue;
    const std::string_view behind = trim(target.substr(blank));
    if (!behind.empty() && !contains("\"'(=", behind.substr(0, 1))) return target;
  }
  return {};
}

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

// More documents are not looked through for links to what a change removes.
constexpr std::size_t kDocumentsMax = 1'500;

// The documents of the change in which a target was written before: text that moves takes its links
// along.
using OldTargets = std::map<std::string, std::vector<const git::FileChange*>>;

OldTargets old_targets(const git::Change& change) {
  OldTargets targets;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !is_markdown(file.path)) continue;
    for (const syntax::Link& link : links_of(*syntax::shared_markdown(*file.before))) {
      std::vector<const git::FileChange*>& files = targets[link.target];
      if (files.empty() || files.back() != &file) files.push_back(&file);
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

bool is_bad(const repo::LinkAnswer& answer) {
  return answer.fate == repo::LinkFate::missing || answer.fate == repo::LinkFate::no_anchor ||
         answer.fate == repo::LinkFate::outside;
}

// `![color](#1e90ff)`: a cover page of docsify has its background from there.
bool is_color(std::string_view target) {
  if (target.size() != 4 && target.size() != 7) return false;
  return target.front() == '#' &&
         target.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

// `#maintenance-login`: so the bot of all-contributors writes what has no page to link to.
bool is_contribution(std::string_view text, std::string_view anchor) {
  static constexpr auto kDeeds = fixed_words(
      "a11y", "audio", "blog", "business", "content", "data", "design", "eventOrganizing",
      "example", "financial", "fundingFinding", "ideas", "infra", "maintenance", "mentoring",
      "platform", "plugin", "projectManagement", "promotion", "question", "research", "security",
      "talk", "tool", "translation", "tutorial", "userTesting", "video");
  return contains(text, "ALL-CONTRIBUTORS-LIST:START") &&
         std::any_of(kDeeds.begin(), kDeeds.end(), [&](std::string_view deed) {
           return anchor.size() > deed.size() && anchor.starts_with(deed) &&
                  anchor[deed.size()] == '-';
         });
}

class LinkJudge {
 public:
  LinkJudge(const Context& context, const OldTargets& old, Verdict& verdict)
      : links_(*context.head), old_(old), verdict_(verdict) {
    if (context.base != nullptr) base_.emplace(*context.base);
  }

  void judge(const git::FileChange& file) {
    const auto document = syntax::shared_markdown(*file.after);
    std::set<std::string> reported;
    for (const syntax::Link& link : links_of(*document)) {
      if (link.text.starts_with('^') || is_color(link.target)) continue;
      if (is_malformed_url(link.target) && !old_.contains(link.target)) {
        if (reported.insert(link.target).second) verdict_.refuse(malformed(file, link));
        continue;
      }
      const repo::LinkAnswer answer = links_.follow(file.path, *document, link.target);
      if (!is_bad(answer)) continue;
      const bool no_anchor = answer.fate == repo::LinkFate::no_anchor;
      if (no_anchor && (is_changelog(file.path) || is_contribution(*file.after, answer.anchor))) {
        continue;
      }
      const auto old = old_.find(link.target);
      const bool lost = old != old_.end();
      if (lost && (answer.fate == repo::LinkFate::outside || !was_fine(file, old->second, link))) {
        continue;
      }
      if (!reported.insert(link.target).second) continue;
      if (reported.size() > kFindingsPerFileMax) return;
      Finding finding = finding_of(file.path, link, answer);
      if (lost) finding.rule = "link-grounding/lost-target";
      finding.line = line_of_target(*file.after, link);
      verdict_.refuse(std::move(finding));
    }
  }

  // Where no link but those of the web is followed.
  void judge_addresses(const git::FileChange& file) {
    const auto document = syntax::shared_restructured(*file.after);
    std::set<std::string> reported;
    for (const syntax::Link& link : document->links) {
      const bool bad = is_malformed_url(link.target) || lacks_scheme(link.target);
      if (!bad || (file.before && contains(*file.before, link.target))) continue;
      if (!reported.insert(link.target).second || reported.size() > kFindingsPerFileMax) continue;
      verdict_.refuse(malformed(file, link));
    }
    judge_prose(file, *document);
  }

  // Addresses in prose that are no links, because they are no addresses.
  void judge_prose(const git::FileChange& file, const syntax::MarkdownDocument& document) {
    std::set<std::string> reported;
    for (const syntax::Block& block : document.blocks) {
      for (const syntax::Piece& piece : block.pieces) {
        if (piece.kind != syntax::PieceKind::text || piece.linked) continue;
        if (!contains(piece.text, "//") && !contains(piece.text, "http")) continue;
        for (std::string_view word : split_words(piece.text)) {
          while (!word.empty() && contains("(,.;)", word.substr(0, 1))) word.remove_prefix(1);
          while (!word.empty() && contains("(,.;:)!?", word.substr(word.size() - 1))) {
            word.remove_suffix(1);
          }
          if (!is_malformed_url(word) || (file.before && contains(*file.before, word))) continue;
          if (!reported.emplace(word).second || reported.size() > kFindingsPerFileMax) continue;
          syntax::Link link;
          link.target = std::string(word);
          link.line = block.line;
          verdict_.refuse(malformed(file, link));
        }
      }
    }
  }

  // `[a](https://exam ple.org)`: a blank ends an address, and this is no link.
  void judge_blanks(const git::FileChange& file, const syntax::MarkdownDocument& document) {
    const auto lines = split_lines(*file.after);
    for (const syntax::Block& block : document.blocks) {
      if (block.kind == syntax::BlockKind::code || block.kind == syntax::BlockKind::html) continue;
      if (!contains(block.text, "](")) continue;  // a link has none left
      const auto last =
          std::min(lines.size(), static_cast<std::size_t>(std::max(block.last_line, 0)));
      for (auto i = static_cast<std::size_t>(std::max(block.line, 1)) - 1; i < last; ++i) {
        const auto target = parted_target(lines[i]);
        if (target.empty() || (file.before && contains(*file.before, target))) continue;
        syntax::Link link;
        link.target = std::string(target);
        link.line = static_cast<int>(i) + 1;
        verdict_.refuse(malformed(file, link));
      }
    }
  }

  // A document the change leaves alone, with links to what it removes.
  void judge_untouched(const RepoPath& path, const std::string& text) {
    const auto document = syntax::shared_markdown(text);
    std::set<std::string> reported;
    for (const syntax::Link& link : links_of(*document)) {
      const repo::LinkAnswer answer = links_.follow(path, *document, link.target);
      if (answer.fate != repo::LinkFate::missing) continue;
      if (base_->follow(path, *document, link.target).fate != repo::LinkFate::found) continue;
      if (!reported.insert(link.target).second) continue;
      if (reported.size() > kFindingsPerFileMax) return;
      Finding finding = finding_of(path, link, answer);
      finding.rule = "link-grounding/lost-target";
      finding.message = "the link to `" + printable(link.target, 120) +
                        "` leads to nothing: the change removes " + printable(answer.path, 120);
      finding.line = line_of_target(text, link);
      verdict_.refuse(std::move(finding));
    }
  }

 private:
  static Finding malformed(const git::FileChange& file, const syntax::Link& link) {
    const std::string target = "`" + printable(link.target, 120) + "`";
    return {.rule = "link-grounding/malformed-url",
            .path = file.path.text(),
            .line = line_of_target(*file.after, link),
            .message = target + " is no address: it names no host",
            .feedback = "Write the whole address, or leave out " + target + "."};
  }

  // It led somewhere: from this document, or else from the one its text comes from.
  bool was_fine(const git::FileChange& file, const std::vector<const git::FileChange*>& old,
                const syntax::Link& link) {
    if (!base_) return false;
    const auto led = [&](const git::FileChange& from) {
      const auto document = syntax::shared_markdown(*from.before);
      return base_->follow(from.path, *document, link.target).fate == repo::LinkFate::found;
    };
    if (std::find(old.begin(), old.end(), &file) != old.end()) return led(file);
    return std::all_of(old.begin(), old.end(), [&](const auto* from) { return led(*from); });
  }

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
  std::optional<repo::DocLinks> base_;
  const OldTargets& old_;
  Verdict& verdict_;
};

// The last parts of the paths of files that are gone, without the endings a site leaves out.
std::set<std::string> gone_names(const git::Change& change) {
  std::set<std::string> names;
  for (const git::FileChange& file : change.files) {
    if (file.after || !file.before) continue;
    const std::string_view name = file.path.name();
    names.emplace(is_markdown(file.path) ? name.substr(0, name.rfind('.')) : name);
  }
  return names;
}

void judge_documents_left_alone(const git::Change& change, const Context& context,
                                LinkJudge& judge) {
  const std::set<std::string> names = gone_names(change);
  if (names.empty() || context.base == nullptr) return;
  std::vector<const repo::Entry*> documents;
  for (const repo::Entry& entry : context.head->files()) {
    if (entry.symlink || !is_markdown(entry.path) || change.find(entry.path) != nullptr) continue;
    if (is_specimen(entry.path) || repo::is_vendored(entry.path) ||
        repo::is_generated(entry.path) || repo::is_shown_elsewhere(entry.path) ||
        is_changelog(entry.path)) {
      continue;
    }
    if (documents.size() == kDocumentsMax) break;
    documents.push_back(&entry);
  }
  each_holder(*context.head, documents, names, [&](const RepoPath& path, const std::string& text) {
    judge.judge_untouched(path, text);
  });
}

}  // namespace

Verdict link_grounding(const git::Change& change, const Context& context) {
  Verdict verdict;
  std::vector<const git::FileChange*> files;
  std::vector<const git::FileChange*> restructured;
  bool removes = false;
  for (const git::FileChange& file : change.files) {
    if (judges_links(file)) files.push_back(&file);
    if (judges_addresses(file)) restructured.push_back(&file);
    removes = removes || !file.after;
  }
  const bool any = !files.empty() || !restructured.empty();
  if (!any && (!removes || context.head == nullptr)) return verdict;
  if (any) verdict.applies();
  if (context.head == nullptr) {
    verdict.cannot("the tree the links lead into is not known");
    return verdict;
  }
  const OldTargets old = old_targets(change);
  LinkJudge judge(context, old, verdict);
  for (const git::FileChange* file : files) {
    judge.judge(*file);
    const auto document = syntax::shared_markdown(*file->after);
    judge.judge_prose(*file, *document);
    judge.judge_blanks(*file, *document);
  }
  for (const git::FileChange* file : restructured) judge.judge_addresses(*file);
  if (removes) judge_documents_left_alone(change, context, judge);
  return verdict;
}

}  // namespace pawl::guards
