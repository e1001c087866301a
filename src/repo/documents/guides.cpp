#include "repo/documents/guides.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::repo {
namespace {

struct GuideRow {
  Guide guide;
  std::initializer_list<std::string_view> stems;    // of a file, without blanks and dashes
  std::initializer_list<std::string_view> folders;  // that hold its parts
  std::initializer_list<std::string_view> titles;   // words of a heading or of a link's text
  std::initializer_list<std::string_view> pages;    // of a forge or an organisation, in an address
};

const GuideRow& row_of(Guide guide) {
  static const GuideRow kRows[] = {
      {Guide::contributing,
       {"contributing", "contribute", "contributions", "contributorguide", "contributorsguide",
        "contributionguide", "contributionguidelines", "contributingguide", "howtocontribute",
        "hacking", "developing", "development", "developers", "developerguide", "devguide",
        "developmentguide"},
       {"contributing"},
       {"contribut", "development", "developing", "hacking", "how to help"},
       {"contributing"}},
      {Guide::security,
       {"security", "securitypolicy", "securitycontacts", "vulnerabilities"},
       {},
       {"security", "vulnerabilit", "responsible disclosure"},
       {"/security/policy", "/security/advisories", "security.md", "/security.txt"}},
      {Guide::changelog,
       {"changelog", "changelogs", "changes", "change", "history", "news", "releases",
        "releasenotes", "releasehistory", "versionhistory", "whatsnew", "versions"},
       {"changelog.d", "changelogs", ".changeset", ".changes", "newsfragments", "releasenotes",
        "release-notes", "release_notes"},
       {"changelog", "change log", "release notes", "release history", "version history",
        "what's new", "changes", "releases"},
       {"/releases", "changelog", "/changes"}},
  };
  return kRows[static_cast<std::size_t>(guide)];
}

// Endings of what people read; `changes.py` is code.
bool reads_as_text(std::string_view ending) {
  return among({"", ".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".asciidoc", ".org",
                ".rdoc", ".textile", ".html", ".pod", ".tex"},
               ending);
}

std::string squeezed(std::string_view name) {
  std::string out;
  for (const char c : lower(name)) {
    if (c != '-' && c != '_' && c != ' ') out += c;
  }
  return out;
}

bool is_its_file(const GuideRow& row, const RepoPath& path) {
  if (!reads_as_text(path.extension())) return false;
  const std::string name = squeezed(path.name());
  // `CHANGELOG-4.x.md` and `CHANGES.old` are one, too.
  const std::string stem = name.substr(0, name.find_first_of('.', 1));
  for (const std::string_view known : row.stems) {
    if (stem == known) return true;
    if (stem.size() > known.size() && stem.starts_with(known) && is_digit(stem[known.size()])) {
      return true;
    }
  }
  return false;
}

bool is_in_its_folder(const GuideRow& row, const RepoPath& path) {
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1,
                     [&](const std::string& part) { return among(row.folders, lower(part)); });
}

// `[contributors](…)` lists who took part, and `contributte` is a name.
bool is_no_invitation(std::string_view from_word) {
  if (!from_word.starts_with("contribut")) return false;
  if (from_word.starts_with("contributors")) return !contains(from_word.substr(0, 30), "guide");
  return from_word.size() > 9 &&
         std::string_view("eio").find(from_word[9]) == std::string_view::npos;
}

// `Breaking changes` are no list of changes: these words stand first in such a title.
bool titles_it(std::string_view title, std::string_view word) {
  if (word != "changes" && word != "releases") return true;
  title.remove_prefix(std::min(title.find_first_not_of("#= "), title.size()));
  return title.starts_with(word);
}

// `[Web security](…)` in a list of links is no policy.
bool links_it(std::string_view text, std::string_view word) {
  return word != "security" || contains(text, "polic") || contains(text, "report a") ||
         contains(text, "reporting") || contains(text, "disclos");
}

// A category of a list of links is no section on how to report: one that is not empty says a word
// of prose before its first item.
bool is_category(const std::vector<std::string_view>& lines, std::size_t title) {
  for (std::size_t i = title + 1; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty()) continue;
    return line.starts_with("- [") || line.starts_with("* [");
  }
  return false;
}

// A line that is a title in Markdown, reStructuredText, AsciiDoc or plain text, the text of a link,
// or an address.
bool line_speaks_of(const GuideRow& row, std::string_view line, std::string_view next) {
  const std::string text = lower(trim(line));
  for (const std::string_view page : row.pages) {
    const auto at = text.find(page);
    if (at != std::string::npos && text.rfind("://", at) != std::string::npos) return true;
  }
  const std::string_view below = trim(next);
  const bool underlined =
      below.size() >= 3 && below.find_first_not_of("=-~^\"'`#*+") == std::string_view::npos;
  const bool titled = text.starts_with('#') || text.starts_with("= ") || text.starts_with("== ") ||
                      text.starts_with("<h") || underlined;
  for (const std::string_view word : row.titles) {
    const auto at = text.find(word);
    if (at == std::string::npos || is_no_invitation(std::string_view(text).substr(at))) continue;
    if (titled && titles_it(text, word)) return true;
    const auto open = text.rfind('[', at);
    const auto close = text.find("](", at);
    const bool in_link =
        open != std::string::npos && close != std::string::npos && text.find(']', open) == close;
    if (in_link && links_it(text, word) && text.find("://", close) != std::string::npos)
      return true;
  }
  return false;
}

bool speaks_of(const GuideRow& row, std::string_view text) {
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view next = i + 1 < lines.size() ? lines[i + 1] : std::string_view();
    if (!line_speaks_of(row, lines[i], next)) continue;
    if (!trim(lines[i]).starts_with('#') || !is_category(lines, i)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> find_guide(const RepoView& view, Guide guide) {
  const GuideRow& row = row_of(guide);
  for (const Entry& entry : view.files()) {
    if (is_vendored(entry.path) || is_fixture(entry.path)) continue;
    if (is_its_file(row, entry.path) || is_in_its_folder(row, entry.path)) {
      return entry.path.text();
    }
  }
  for (const Entry& entry : view.files()) {
    const bool at_root = entry.path.components().size() == 1;
    if (!at_root || entry.symlink || !reads_as_text(entry.path.extension())) continue;
    if (!is_document(entry.path) && !starts_with_folded(entry.path.name(), "readme")) continue;
    if (squeezed(entry.path.name()).starts_with("codeofconduct")) continue;  // a `Contributor` one
    const auto text = view.text(entry.path.text());
    if (text && speaks_of(row, *text)) return entry.path.text();
  }
  return {};
}

}  // namespace pawl::repo
