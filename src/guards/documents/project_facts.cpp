#include "guards/documents/project_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/lexical.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

struct LicenceName {
  std::string_view written;  // folded
  std::string_view family;   // how its SPDX id begins, folded
};
// The longer ones first.
constexpr auto kLicences = std::to_array<LicenceName>({
    {"gnu affero", "agpl"},
    {"agpl", "agpl"},
    {"gnu lesser", "lgpl"},
    {"lgpl", "lgpl"},
    {"gnu general", "gpl"},
    {"gpl", "gpl"},
    {"apache", "apache"},
    {"mozilla public", "mpl"},
    {"mpl", "mpl"},
    {"bsd", "bsd"},
    {"isc", "isc"},
    {"unlicense", "unlicense"},
    {"boost software", "bsl"},
    {"eclipse public", "epl"},
    {"cc0", "cc0"},
    {"mit", "mit"},
});

// What a sentence says is done with the project.
constexpr auto kGrants = std::to_array<std::string_view>(
    {"licensed under", "released under", "distributed under", "available under", "published under",
     "covered by", "made available under"});
constexpr auto kSubjects = std::to_array<std::string_view>(
    {"project", "library", "package", "software", "code", "tool", "repository", "program",
     "application", "module", "framework", "app", "source"});

// The family a text names: `the MIT License`, `Apache-2.0`.
std::string_view family_named(std::string_view text) {
  const std::string folded = lower(text);
  for (const LicenceName& name : kLicences) {
    if (contains_word_folded(folded, name.written)) return name.family;
  }
  return {};
}

// At the root. A view is not asked anything while it lists.
std::vector<std::string> licence_files(const repo::RepoView& head) {
  std::vector<std::string> names;
  head.each_name("", [&](std::string_view name) {
    const auto path = RepoPath::parse(std::string(name));
    if (path && is_licence_file(*path)) names.emplace_back(name);
  });
  return names;
}

// The families of what lies at the root; nothing when one of the files is not known.
std::optional<std::set<std::string>> families_of(const repo::RepoView& head) {
  std::set<std::string> families;
  bool known = true;
  for (const std::string& name : licence_files(head)) {
    const auto text = head.text(name);
    const auto id = text ? repo::recognise_license(*text) : std::nullopt;
    known = known && id.has_value();
    if (id) families.insert(lower(*id).substr(0, lower(*id).find('-')));
  }
  if (!known || families.empty()) return {};
  return families;
}

// A manifest at the root may name a further one.
bool manifest_names(const repo::RepoView& head, std::string_view family) {
  for (const char* path : {"package.json", "Cargo.toml", "pyproject.toml", "setup.cfg", "setup.py",
                           "composer.json", "pom.xml"}) {
    const auto text = head.text(path);
    if (!text) continue;
    for (const std::string_view line : split_lines(*text)) {
      if (contains_folded(line, "licen") && contains_folded(line, family)) return true;
    }
  }
  return false;
}

// `This project is released under`, `Box is released under` below a heading of licences.
bool speaks_of_project(std::string_view before, bool below_heading) {
  const auto words = split_words(before);
  if (words.empty() || words.size() > 7) return false;
  const std::string first = lower(words[0]);
  if (first == "it" || first == "we") return true;
  const auto is_subject = [](std::string_view word) { return among(kSubjects, lower(word)); };
  if (first == "this" || first == "our") {
    return std::any_of(words.begin() + 1, words.end(), is_subject);
  }
  // `The bundled library` is somebody else's.
  if (first == "the" || first == "all") return words.size() > 1 && is_subject(words[1]);
  return below_heading && words.size() <= 3;
}

class FactReader {
 public:
  FactReader(const git::FileChange& file, const syntax::MarkdownDocument& document,
             const repo::RepoView& head)
      : file_(file), document_(document), head_(head) {}

  std::vector<Finding> read() {
    bool licences = false;
    for (const syntax::Block& block : document_.blocks) {
      if (block.kind == syntax::BlockKind::heading) licences = contains_folded(block.text, "licen");
      if (block.kind == syntax::BlockKind::paragraph && !block.quoted) licence(block, licences);
    }
    std::set<std::string_view> seen;
    for (const syntax::Link& link : document_.links) {
      if (!may_be_badge(link.target) || !seen.insert(link.target).second) continue;
      if (!file_.before || !contains(*file_.before, link.target)) badge(link);
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

  void licence(const syntax::Block& block, bool below_heading) {
    if (!contains_folded(block.text, "licen") && !contains_folded(block.text, "released under")) {
      return;
    }
    const std::string text = single_spaced(block.text);
    for (const std::string_view grant : kGrants) {
      const auto at = lower(text).find(grant);
      if (at == std::string::npos) continue;
      auto begin = text.rfind(". ", at);
      begin = begin == std::string::npos ? 0 : begin + 2;
      std::string_view rest = std::string_view(text).substr(at);
      rest = rest.substr(0, rest.find(". "));
      const std::string sentence = text.substr(begin, at - begin) + std::string(rest);
      if (is_old(sentence) || !speaks_of_project(text.substr(begin, at - begin), below_heading)) {
        continue;
      }
      return deny_licence(rest, block.line, sentence);
    }
  }

  bool is_old(const std::string& sentence) {
    return file_.before && contains(single_spaced(*file_.before), sentence);
  }

  void deny_licence(std::string_view named, int line, const std::string& sentence) {
    const std::string_view family = family_named(named);
    if (family.empty()) return;
    const auto families = families_of(head_);
    if (!families || families->contains(std::string(family)) || manifest_names(head_, family))
      return;
    add("licence", line,
        "\"" + printable(sentence, 100) + "\": the file of the licence holds the terms of " +
            *families->begin(),
        "Name the licence whose terms lie in the repository.");
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
    if (at == std::string::npos) return;
    const std::string text = replace_all(link.target.substr(at + 17), "-", " ");
    deny_licence(text.substr(0, text.find('?')), link.line, link.target);
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

bool is_licence_file(const RepoPath& path) {
  const std::string name = lower(path.name());
  const std::string ending = path.extension();
  const bool text = ending.empty() || ending == ".md" || ending == ".txt" || ending == ".rst" ||
                    name.find('.') == std::string::npos || name.starts_with("license-") ||
                    name.starts_with("license.");
  return text && (name.starts_with("license") || name.starts_with("licence") ||
                  name.starts_with("copying") || name.starts_with("unlicense"));
}

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
