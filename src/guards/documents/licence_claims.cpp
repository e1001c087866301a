#include "guards/documents/licence_claims.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/documents/content_claims.hpp"
#include "guards/documents/told_names.hpp"
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

constexpr auto kSubjects =
    fixed_words("project", "library", "package", "software", "code", "tool", "repository",
                "program", "application", "module", "framework", "app", "source");

// The families a text names: `the MIT License`, `Apache-2.0`, `GPLv3`.
std::vector<std::string_view> families_named(std::string_view text) {
  std::vector<std::string_view> families;
  std::string folded = lower(text);
  for (const char* version : {"v3", "v2", "v1", "3", "2"}) {
    folded = replace_all(folded, "gpl" + std::string(version), "gpl ");
  }
  for (const LicenceName& name : kLicences) {
    if (!contains_word_folded(folded, name.written)) continue;
    folded = replace_all(folded, name.written, " ");
    if (!among(families, name.family)) families.push_back(name.family);
  }
  return families;
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

// What a sentence says is done with the project, before it names the licence.
constexpr auto kGrants = fixed_words(
    "licensed under", "released under", "distributed under", "available under", "published under",
    "covered by", "provided under", "offered under", "shared under", "open source under",
    "open-source under", "open-sourced under", "is under the", "are under the", "falls under",
    "comes under", "governed by", "subject to the", "under the terms of", "uses the", "use the",
    "carries the", "comes with the", "has the", "has an", "has a", "is free software under",
    "licensed as", "licensed with", "licenced under", "dual-licensed under", "is licensed", "is",
    "are");
// What else has a licence, and words of other times.
constexpr auto kOtherWorks = fixed_words(
    "font", "fonts", "logo", "icons", "third-party", "dependency", "dependencies", "bundled",
    "vendored", "derived", "based", "adapted", "port", "ported", "copied", "not", "except",
    "unless", "if", "compatible", "previously", "formerly", "was", "images", "data",
    "documentation", "docs", "your", "examples", "submodule", "from", "contributions",
    "contribution", "contributors", "choose", "borrowed", "included", "includes", "upstream",
    "fork", "original", "theme", "like", "other", "some", "parts", "contributing", "changed");

bool lists_other_works(std::string_view heading) {
  for (const std::string_view word :
       {"third", "credit", "acknowledg", "depend", "attribut", "notice", "bundled", "alternativ",
        "related", "contribut", "thanks"}) {
    if (contains_folded(heading, word)) return true;
  }
  return false;
}

class LicenceReader {
 public:
  LicenceReader(const git::FileChange& file, const repo::RepoView& head)
      : file_(file), head_(head) {}

  std::vector<Finding> read(const syntax::MarkdownDocument& document) {
    std::string heading;
    for (const syntax::Block& block : document.blocks) {
      if (block.kind == syntax::BlockKind::heading) heading = block.text;
      if (block.kind != syntax::BlockKind::paragraph || block.quoted) continue;
      if (lists_other_works(heading)) continue;
      const bool below = contains_folded(heading, "licen");
      if (!below && !contains_folded(block.text, "licen") &&
          !contains_folded(block.text, "released under")) {
        continue;
      }
      for (const std::string& sentence : split_sentences(block.text)) {
        look_at(sentence, block.line, below);
      }
    }
    return std::move(found_);
  }

 private:
  void look_at(const std::string& sentence, int line, bool below) {
    if (!found_.empty() || families_named(sentence).empty()) return;
    const auto words = split_words(sentence);
    if (words.size() > 40 || is_old(sentence)) return;
    const bool others = std::any_of(words.begin(), words.end(), [](std::string_view word) {
      return among(kOtherWorks, lower(bare_word(word)));
    });
    if (others || !is_claim(sentence, words, below)) return;
    auto denied = denied_licence(sentence, head_);
    if (!denied) return;
    denied->path = file_.path.text();
    denied->line = line;
    found_.push_back(*std::move(denied));
  }

  bool is_claim(const std::string& sentence, const std::vector<std::string_view>& words,
                bool below) {
    const std::string small = lower(sentence);
    // `License: MIT`
    if (small.starts_with("license:") || small.starts_with("licence:")) return true;
    if (!below && !contains(small, "licen") && !contains(small, "released under")) return false;
    for (const std::string_view grant : kGrants) {
      const auto at = small.find(" " + std::string(grant) + " ");
      if (at == std::string::npos) continue;
      if (speaks_of_project(std::string_view(sentence).substr(0, at), below)) return true;
    }
    if (!below || words.size() > 14) return false;
    // `MIT`, `Released under the MIT licence.`, `The MIT License (MIT)`
    const std::string first = lower(bare_word(words[0]));
    return among({"licensed", "released", "distributed", "available", "the", "under", "see",
                  "copyright", "published", "open-source", "free"},
                 first) ||
           !families_named(first).empty() || first == "gnu";
  }

  bool is_old(const std::string& sentence) {
    if (!file_.before) return false;
    if (!before_) before_ = single_spaced(*file_.before);
    return contains(*before_, sentence);
  }

  // `This project is`, `Box is`, `It is`
  bool speaks_of_project(std::string_view before, bool below) {
    auto words = split_words(before);
    while (!words.empty() && among({"is", "are", "has", "been", "being"}, lower(words.back()))) {
      words.pop_back();
    }
    if (words.empty()) return below;
    if (words.size() > 6) return false;
    const std::string first = lower(bare_word(words[0]));
    if (first == "it" || first == "we") return words.size() <= 2;
    const auto is_subject = [](std::string_view word) {
      return among(kSubjects, lower(bare_word(word)));
    };
    if (first == "this" || first == "our") {
      return std::any_of(words.begin() + 1, words.end(), is_subject);
    }
    // `The bundled library` is somebody else's.
    if (first == "the" || first == "all") return words.size() > 1 && is_subject(words[1]);
    if (below && words.size() <= 2) return true;
    if (!own_) own_ = project_names(head_);
    return words.size() == 1 && own_->contains(replace_all(first, "-", "_"));
  }

  const git::FileChange& file_;
  const repo::RepoView& head_;
  std::optional<std::string> before_;
  std::optional<std::set<std::string, std::less<>>> own_;
  std::vector<Finding> found_;
};

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

std::vector<std::string> licence_files(const repo::RepoView& head) {
  std::vector<std::string> names;
  head.each_name("", [&](std::string_view name) {
    const auto path = RepoPath::parse(std::string(name));
    if (path && is_licence_file(*path)) names.emplace_back(name);
  });
  return names;
}

bool has_licence_of_its_own(const RepoPath& path, const repo::RepoView& head) {
  bool found = false;
  for (std::string folder(path.folder()); !folder.empty() && !found;) {
    head.each_name(folder, [&](std::string_view name) {
      const auto beside = RepoPath::parse(folder + "/" + std::string(name));
      found = found || (beside && is_licence_file(*beside));
    });
    const std::size_t slash = folder.rfind('/');
    folder.resize(slash == std::string::npos ? 0 : slash);
  }
  return found;
}

std::optional<Finding> denied_licence(std::string_view said, const repo::RepoView& head) {
  const auto named = families_named(said);
  if (named.empty()) return {};
  const auto families = families_of(head);
  if (!families) return {};
  for (const std::string_view family : named) {
    if (families->contains(std::string(family)) || manifest_names(head, family)) return {};
  }
  return Finding{.rule = "content-grounding/licence",
                 .kind = RuleKind::defect,
                 .path = {},
                 .message = "\"" + printable(said, 100) +
                            "\": the file of the licence holds the terms of " + *families->begin(),
                 .feedback = "Name the licence whose terms lie in the repository."};
}

std::vector<Finding> denied_licences(const git::FileChange& file,
                                     const syntax::MarkdownDocument& document,
                                     const repo::RepoView& head) {
  if (has_licence_of_its_own(file.path, head)) return {};
  return LicenceReader(file, head).read(document);
}

}  // namespace pawl::guards
