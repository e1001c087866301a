#include "repo/documents/doc_links.hpp"

#include <algorithm>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::repo {
namespace {

// Files whose whole name is known.
constexpr auto kPlainNames = fixed_words(
    "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS", "CHANGELOG", "CONTRIBUTING", "Makefile",
    "Dockerfile", "CODEOWNERS", "Vagrantfile", "Jenkinsfile", "Gemfile", "Rakefile", "Procfile");
// A page above or beside which the files of a site stand, for links that begin with a slash.
constexpr auto kRoots =
    fixed_words("docs", "doc", "public", "static", "website", "site", "assets", "src", "content",
                "book", "docs/public", "docs/static", "website/static", "website/docs", "docs/docs",
                "docs/src", "docs/content", "docs/.vuepress/public", "www", "book/src");

// More documents are not looked through for a label.
constexpr std::size_t kLabelledMax = 1'000;

bool is_any_of(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool may_hold_labels(const RepoPath& path) {
  const std::string ending = path.extension();
  return ending == ".rst" || ending == ".py" || is_page(path.text());
}

std::string without_ending(const std::string& path) {
  return path.substr(0, path.size() - ending_of(path).size() - 1);
}

std::string loose_anchor(std::string_view anchor) {
  std::string out;
  for (const char c : lower(anchor)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

// Anchors as MkDocs and MyST write them: `{: #name .class }`, `(name)=` on a line of its own.
std::vector<std::string> written_anchors(std::string_view text) {
  std::vector<std::string> anchors;
  for (auto at = text.find("{:"); at != std::string_view::npos; at = text.find("{:", at + 1)) {
    const std::string_view inside = text.substr(at, text.find('}', at) - at);
    for (const std::string_view word : split_words(inside)) {
      const std::string_view name = word.substr(word.starts_with("{:") ? 2 : 0);
      if (name.starts_with('#')) anchors.emplace_back(name.substr(1));
    }
  }
  for (const std::string_view line : split_lines(text)) {
    const std::string_view label = trim(line);
    if (label.starts_with('(') && label.ends_with(")=")) {
      anchors.emplace_back(label.substr(1, label.size() - 3));
    }
  }
  return anchors;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(
      a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
  return static_cast<std::size_t>(end.first - a.begin());
}

// `../blob/HEAD/README.md`, as a comment on the forge writes it: no folder is called HEAD.
bool is_page_of_head(std::string_view place) {
  return contains(place, "/blob/HEAD/") || contains(place, "/tree/HEAD/");
}

}  // namespace

DocSite DocLinks::site(const RepoPath& document) {
  const std::string key = std::string(document.folder()) + "*" + document.extension();
  const auto known = sites_.find(key);
  if (known != sites_.end()) return known->second;
  return sites_.emplace(key, site_of(view_, document)).first->second;
}

bool DocLinks::exists(const std::string& path) const {
  return path.empty() || view_.has(path) || view_.has_folder(path);
}

// Below a symbolic link or a submodule, whose files the view does not hold.
bool DocLinks::is_beyond_the_tree(const std::string& path) const {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const Entry* entry = view_.find(path.substr(0, slash));
    if (entry != nullptr && entry->symlink) return true;
  }
  const auto modules = view_.text(".gitmodules");
  if (!modules) return false;
  for (const std::string_view line : split_lines(*modules)) {
    const auto words = split_words(line);
    if (words.size() != 3 || words[0] != "path") continue;
    if (path == words[2] || path.starts_with(std::string(words[2]) + "/")) return true;
  }
  return false;
}

// In a folder that a build fills, and that holds nothing of the tree.
bool DocLinks::is_built_here(const std::string& path, DocSite site) const {
  const auto built = built_folder(path);
  if (!built || view_.has_folder(*built)) return false;
  // People keep files of their own under these names as often, but on a site.
  static constexpr auto kOwn = fixed_words("bin", "assets", "static", "public", "api", "vendor");
  return site != DocSite::none || !is_any_of(last_part(*built), kOwn);
}

// The path itself or what it stands for on a site: `a` and `a.html` for `a.md`.
std::optional<std::string> DocLinks::first_existing(const std::string& path, DocSite site) const {
  if (exists(path)) return path;
  const std::string ending = ending_of(path);
  std::vector<std::string> tries;
  if (ending == "html" || ending == "htm") {
    tries.push_back(without_ending(path));
  } else {
    tries.push_back(path);
  }
  if (site != DocSite::none && (ending == "md" || ending == "mdx")) {
    tries.push_back(without_ending(path));
  }
  for (const std::string& stem : tries) {
    for (const char* end : {".md", ".mdx", ".markdown", ".rst", ".adoc", "/index.md", ".ipynb"}) {
      if (view_.has(stem + end)) return stem + end;
    }
  }
  return {};
}

std::optional<std::string> DocLinks::locate(const RepoPath& from, std::string_view place,
                                            DocSite site) {
  const std::string folder(from.folder());
  if (!place.starts_with('/')) {
    const auto path = resolved(folder, place);
    if (path) {
      if (auto found = first_existing(*path, site)) return found;
    }
    if (site == DocSite::none) return {};
    // On a site a page may be a folder of its own.
    const auto below = resolved(without_ending(from.text()), place);
    if (below) return first_existing(*below, site);
    return {};
  }
  std::vector<std::string> roots{""};
  for (std::string above = folder; !above.empty();) {
    roots.push_back(above);
    const auto slash = above.rfind('/');
    above = slash == std::string::npos ? std::string() : above.substr(0, slash);
  }
  for (const std::string_view root : kRoots) roots.emplace_back(root);
  for (const std::string& root : roots) {
    if (const auto path = resolved(root, place)) {
      if (auto found = first_existing(*path, site)) return found;
    }
  }
  return {};
}

LinkFate DocLinks::fate_of_missing(const RepoPath& from, std::string_view place,
                                   DocSite site) const {
  if (site == DocSite::routes || is_page_of_head(place)) return LinkFate::unknown;
  const bool absolute = place.starts_with('/');
  const std::string ending = ending_of(place);
  if (site == DocSite::files) {
    const bool file = is_page(place) || names_image(place);
    return !absolute && file ? LinkFate::missing : LinkFate::unknown;
  }
  if (names_file(place)) return LinkFate::missing;
  if (absolute || !ending.empty()) return LinkFate::unknown;
  // Without an ending it may be a route of a site we do not see; not so in what the forge shows.
  const bool shown_by_forge = from.components().size() == 1 || from.folded().ends_with("readme.md");
  const bool named = is_any_of(last_part(place), kPlainNames);
  return shown_by_forge || named ? LinkFate::missing : LinkFate::unknown;
}

LinkAnswer DocLinks::follow(const RepoPath& from, const syntax::MarkdownDocument& document,
                            std::string_view target) {
  target = trim(target);
  if (target.empty() || has_scheme(target)) return {};
  const std::string place =
      percent_decoded(target.substr(0, std::min(target.find_first_of("#?"), target.size())));
  const auto hash = target.find('#');
  LinkAnswer answer;
  if (hash != std::string_view::npos) answer.anchor = percent_decoded(target.substr(hash + 1));
  if (!is_utf8(place) || is_placeholder(place) || looks_like_host(place)) return {};
  const DocSite rendered = site(from);
  if (place.empty()) {
    answer.path = from.text();
    sections_of(from.text(), document);
    // Whoever renders it, the sections of a page are its headings.
    const bool on_site = rendered != DocSite::none;
    const bool fine =
        is_section(from.text(), answer.anchor, on_site ? DocSite::files : DocSite::none);
    answer.fate = fine ? LinkFate::found : LinkFate::no_anchor;
    return answer;
  }
  if (auto found = locate(from, place, rendered)) {
    answer.path = *std::move(found);
    // What a site makes of a page may have more sections than the page.
    const bool made = rendered != DocSite::none && ending_of(place) != ending_of(answer.path);
    const bool fine = made || is_section(answer.path, answer.anchor, rendered);
    answer.fate = fine ? LinkFate::found : LinkFate::no_anchor;
    return answer;
  }
  const bool absolute = place.starts_with('/');
  const auto path = resolved(absolute ? std::string_view() : from.folder(), place);
  if (!path) {
    const bool sure = rendered == DocSite::none && leads_outside(from, place);
    answer.fate = sure ? LinkFate::outside : LinkFate::unknown;
    return answer;
  }
  answer.path = *path;
  if (is_beyond_the_tree(*path) || is_built_here(*path, rendered)) return answer;
  answer.fate = fate_of_missing(from, place, rendered);
  return answer;
}

bool DocLinks::is_section(const std::string& path, std::string_view anchor, DocSite site) {
  if (site == DocSite::routes) return true;
  if (has_anchor(path, anchor)) return true;
  if (site == DocSite::none) return false;
  // Each generator spells other letters in a way of its own.
  const Sections* sections = sections_of(path);
  const bool plain = sections != nullptr && sections->plain && is_ascii(anchor);
  return !plain || is_label(anchor);
}

// Sphinx and its kin lead to a label from any document, and from what documents code: `(name)=`,
// `.. _name:`.
bool DocLinks::is_label(std::string_view anchor) const {
  const std::string label = lower(anchor);
  std::size_t read = 0;
  for (const Entry& entry : view_.files()) {
    if (entry.symlink || !may_hold_labels(entry.path)) continue;
    if (++read > kLabelledMax) return true;
    const auto text = view_.text(entry.path.text());
    if (!text) continue;
    const std::string folded = lower(*text);
    if (contains(folded, "(" + label + ")=") || contains(folded, "_" + label + ":")) return true;
  }
  return false;
}

bool DocLinks::has_anchor(const std::string& path, std::string_view anchor) {
  if (is_foreign_anchor(anchor)) return true;
  if (!is_page(path)) {
    const auto last = line_anchor(anchor);
    if (!last || !view_.has(path)) return true;
    const auto text = view_.text(path);
    return !text || *last <= static_cast<long long>(line_count(*text)) + 1;
  }
  if (ending_of(path) == "mdx" || line_anchor(anchor)) return true;
  const Sections* sections = sections_of(path);
  if (sections == nullptr || !sections->sure) return true;
  const std::string loose = loose_anchor(anchor);
  return loose.empty() || sections->anchors.contains(lower(anchor)) ||
         sections->loose.contains(loose);
}

const DocLinks::Sections& DocLinks::sections_of(const std::string& path,
                                                const syntax::MarkdownDocument& document) {
  const auto known = sections_.find(path);
  if (known != sections_.end()) return known->second;
  Sections sections;
  for (const std::string& anchor : syntax::anchors_of(document)) {
    sections.anchors.insert(lower(anchor));
    const std::string loose = loose_anchor(anchor);
    sections.plain = sections.plain && is_ascii(anchor);
    // Sphinx leaves out the numbers a heading begins with.
    const auto letter = loose.find_first_not_of("0123456789");
    if (letter != std::string::npos && letter > 0) sections.loose.insert(loose.substr(letter));
    sections.loose.insert(loose);
  }
  // Templates and includes bring in headings that do not stand here.
  for (const syntax::Block& block : document.blocks) {
    if (block.kind == syntax::BlockKind::code) continue;
    for (const std::string_view mark : {"{{", "{%", "--8<--", "@include", "#include", "[INCLUDE",
                                        "::: ", "{eval-rst}", "{include}", "{automodule}"}) {
      if (contains(block.text, mark)) sections.sure = false;
    }
    for (const std::string& anchor : written_anchors(block.text)) {
      sections.anchors.insert(lower(anchor));
      sections.loose.insert(loose_anchor(anchor));
    }
  }
  return sections_.emplace(path, std::move(sections)).first->second;
}

const DocLinks::Sections* DocLinks::sections_of(const std::string& path) {
  const auto known = sections_.find(path);
  if (known != sections_.end()) return &known->second;
  const auto text = view_.text(path);
  if (!text) return nullptr;
  return &sections_of(path, *syntax::shared_markdown(*text));
}

std::optional<std::string> DocLinks::nearest_path(std::string_view path) const {
  const std::string ending = ending_of(path);
  std::vector<std::string> alike;
  const Entry* best = nullptr;
  for (const Entry& entry : view_.files()) {
    if (equal_folded(entry.path.name(), last_part(path))) {
      const bool better = best == nullptr || common_prefix(entry.path.text(), path) >
                                                 common_prefix(best->path.text(), path);
      if (better) best = &entry;
    } else if (!ending.empty() && ending_of(entry.path.text()) == ending) {
      alike.push_back(entry.path.text());
    }
  }
  if (best != nullptr) return best->path.text();
  return nearest(path, alike);
}

std::optional<std::string> DocLinks::nearest_anchor(const std::string& path,
                                                    std::string_view anchor) {
  const Sections* sections = sections_of(path);
  if (sections == nullptr) return {};
  return nearest(anchor,
                 std::vector<std::string>(sections->anchors.begin(), sections->anchors.end()));
}

}  // namespace pawl::repo
