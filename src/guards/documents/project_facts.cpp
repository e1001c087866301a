#include "guards/documents/project_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/documents/licence_claims.hpp"
#include "guards/lexical.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

class FactReader {
 public:
  FactReader(const git::FileChange& file, const syntax::MarkdownDocument& document,
             const repo::RepoView& head)
      : file_(file), document_(document), head_(head) {}

  std::vector<Finding> read() {
    found_ = denied_licences(file_, document_, head_);
    std::set<std::string_view> seen;
    for (const syntax::Link& link : document_.links) {
      if (!may_be_badge(link.target) || !seen.insert(link.target).second) continue;
      // Another branch or style is the same badge.
      const std::string_view plain = std::string_view(link.target).substr(0, link.target.find('?'));
      if (!file_.before || !contains(*file_.before, plain)) badge(link);
    }
    return std::move(found_);
  }

 private:
  void add(std::string_view rule, int line, std::string message, std::string feedback) {
    found_.push_back({.rule = "content-grounding/" + std::string(rule),
                      .kind = RuleKind::defect,
                      .path = file_.path.text(),
                      .line = line,
                      .message = std::move(message),
                      .feedback = std::move(feedback)});
  }

  // The repository of an address at a forge or a service, when the project calls itself so.
  bool is_own(std::string_view owner_and_name) const {
    if (owner_and_name.empty()) return false;
    for (const char* path :
         {"README.md", "README.rst", "package.json", "go.mod", "Cargo.toml", "pyproject.toml",
          "setup.cfg", "setup.py", "composer.json", "pom.xml", "CONTRIBUTING.md", "mkdocs.yml"}) {
      const bool self = file_.path.text() == path;
      const auto text = self ? file_.before : head_.text(path);
      if (text && contains_folded(*text, "github.com/" + std::string(owner_and_name))) return true;
    }
    return false;
  }

  static std::string_view two_parts(std::string_view rest) {
    const auto slash = rest.find('/');
    if (slash == std::string_view::npos) return {};
    const auto end = rest.find_first_of("/?#.", slash + 1);
    return rest.substr(0, end);
  }

  static bool may_be_badge(std::string_view url) {
    return contains(url, "/actions/workflows/") || contains(url, "travis-ci.") ||
           contains(url, "circleci.com/gh/") || contains_folded(url, "shields.io/badge/licen");
  }

  void badge(const syntax::Link& link) {
    const std::string_view url = link.target;
    constexpr std::string_view kWorkflows = "/actions/workflows/";
    if (const auto at = url.find(kWorkflows); at != std::string_view::npos) {
      const std::string_view name = url.substr(at + kWorkflows.size());
      const std::string_view file = name.substr(0, name.find_first_of("/?#"));
      const auto host = url.find("github.com/");
      if (host == std::string_view::npos || host > at) return;
      const std::string_view own = url.substr(host + 11, at - host - 11);
      const bool yaml = file.ends_with(".yml") || file.ends_with(".yaml");
      if (!yaml || !is_own(own) || head_.has(".github/workflows/" + std::string(file))) return;
      return missing(link, ".github/workflows/" + std::string(file));
    }
    for (const std::string_view host : {"travis-ci.org/", "travis-ci.com/"}) {
      const auto at = url.find(host);
      if (at == std::string_view::npos || !contains(url, ".svg")) continue;
      if (is_own(two_parts(url.substr(at + host.size()))) && !head_.has(".travis.yml")) {
        return missing(link, ".travis.yml");
      }
    }
    if (const auto at = url.find("circleci.com/gh/"); at != std::string_view::npos) {
      if (is_own(two_parts(url.substr(at + 16))) && !head_.has(".circleci/config.yml")) {
        return missing(link, ".circleci/config.yml");
      }
    }
    licence_badge(link);
  }

  void missing(const syntax::Link& link, const std::string& what) {
    add("badge", link.line,
        "the badge `" + printable(link.target, 120) + "` speaks of " + what +
            ", which is not there",
        "Show badges of what the repository has.");
  }

  void licence_badge(const syntax::Link& link) {
    const auto at = lower(link.target).find("shields.io/badge/licen");
    if (at == std::string::npos || has_licence_of_its_own(file_.path, head_)) return;
    const std::string text = replace_all(link.target.substr(at + 17), "-", " ");
    auto denied = denied_licence(text.substr(0, text.find('?')), head_);
    if (!denied) return;
    denied->path = file_.path.text();
    denied->line = link.line;
    found_.push_back(*std::move(denied));
  }

  const git::FileChange& file_;
  const syntax::MarkdownDocument& document_;
  const repo::RepoView& head_;
  std::vector<Finding> found_;
};

// `Copyright (c) [year] [fullname]`, in place of what had a year.
bool is_blank_notice(std::string_view line) {
  if (!contains_folded(line, "copyright")) return false;
  return contains_folded(line, "[year]") || contains_folded(line, "<year>") ||
         contains_folded(line, "[yyyy]") || contains_folded(line, "[fullname]") ||
         contains_folded(line, "[name of copyright") ||
         contains_folded(line, "<copyright holder") || contains_folded(line, "[your name]") ||
         contains_folded(line, "<name of author");
}

}  // namespace

std::vector<Finding> denied_facts(const git::FileChange& file,
                                  const syntax::MarkdownDocument& document,
                                  const repo::RepoView& head) {
  return FactReader(file, document, head).read();
}

std::vector<Finding> licence_damage(const git::FileChange& file, const repo::RepoView& head) {
  const bool terms = is_licence_file(file.path) && file.path.folder().empty();
  if (!terms || !file.before || !file.after || file.mode_after == 0120000) return {};
  const auto was = repo::recognise_license(*file.before);
  if (!was) return {};
  Finding finding{.rule = "content-grounding/licence-text",
                  .kind = RuleKind::defect,
                  .path = file.path.text(),
                  .line = 1,
                  .message = "the terms of the licence (" + *was + ") are gone",
                  .feedback = "Keep the terms of the licence word for word."};
  if (!repo::recognise_license(*file.after)) {
    const std::vector<std::string> names = licence_files(head);
    const bool elsewhere = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      const auto text = name == file.path.text() ? std::nullopt : head.text(name);
      return text && repo::recognise_license(*text);
    });
    const double kept = WordBag(*file.before).share_in(WordBag(*file.after));
    constexpr double kGone = 0.7;
    // So many words may be terms of a licence that nobody here knows.
    constexpr std::size_t kTermsMin = 120;
    const bool others = split_words(*file.after).size() >= kTermsMin;
    if (elsewhere || others || kept >= kGone) return {};
    return {finding};
  }
  int row = 0;
  for (const std::string_view line : split_lines(*file.after)) {
    ++row;
    if (!is_blank_notice(line) || contains(*file.before, line)) continue;
    finding.line = row;
    finding.message = "the notice names nobody: " + printable(trim(line), 80);
    finding.feedback = "Keep whose the work is, and since when.";
    return {finding};
  }
  return {};
}

}  // namespace pawl::guards
