// Missing final newlines, and blanks at line ends where they cannot mean anything. Repositories
// with many such files have their reasons, or want a formatter: then both recipes refuse. Both must
// be asked for: nobody wants to read a pull request that only moves blanks.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "syntax/language.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kWhitespaceFilesMax = 40;

bool is_linted(const RepoPath& path, const std::string& text) {
  switch (syntax::kind_of(path, text).format) {
    case syntax::Format::json:
    case syntax::Format::jsonc:
    case syntax::Format::yaml:
    case syntax::Format::toml:
    case syntax::Format::ini:
    case syntax::Format::code:
    case syntax::Format::markdown: return true;
    case syntax::Format::other: break;
  }
  static constexpr auto kNames =
      fixed_words(".gitignore", ".npmignore", ".editorconfig", ".gitattributes", ".dockerignore");
  return std::find(kNames.begin(), kNames.end(), path.name()) != kNames.end();
}

// Text in which a string or a block may hold blanks before a line end: not ours to touch.
bool blanks_may_matter(const RepoPath& path, const std::string& text) {
  using syntax::Language;
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (kind.format == syntax::Format::json) return false;
  if (kind.format != syntax::Format::code || !kind.language) return true;
  switch (*kind.language) {
    case Language::python:
      return contains(text, "\"\"\"") || contains(text, "'''") || contains(text, "\\");
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
    case Language::go: return contains(text, "`") || contains(text, "\\\n");
    case Language::java: return contains(text, "\"\"\"");
    case Language::c:
    case Language::cpp: return contains(text, "R\"") || contains(text, "\\");
    case Language::rust:
    case Language::ruby:
    case Language::bash: return true;
  }
  return true;
}

template <class Mend>
std::vector<Write> mend_files(const Input& input, Mend mend) {
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    if (!is_own_text(input.view, entry)) continue;
    const Result<std::string> text = input.view.read(entry.path);
    if (!text || looks_binary(*text) || !is_utf8(*text) || !is_linted(entry.path, *text)) continue;
    if (is_made_by_tool(*text)) continue;
    std::string content = mend(entry.path, *text);
    if (content == *text) continue;
    if (writes.size() == kWhitespaceFilesMax) return {};
    writes.push_back({.path = entry.path.text(), .content = std::move(content)});
  }
  return writes;
}

std::string with_final_newline(const RepoPath&, const std::string& text) {
  if (text.empty() || text.ends_with('\n') || trim(text).empty()) return text;
  return text + (contains(text, "\r\n") ? "\r\n" : "\n");
}

std::string without_trailing_blanks(const RepoPath& path, const std::string& text) {
  if (blanks_may_matter(path, text)) return text;
  std::string out;
  out.reserve(text.size());
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto at = rest.find('\n');
    std::string_view line = rest.substr(0, at);
    const bool crlf = line.ends_with('\r');
    if (crlf) line.remove_suffix(1);
    while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
    out += line;
    if (crlf) out += '\r';
    if (at == std::string_view::npos) break;
    out += '\n';
    rest.remove_prefix(at + 1);
  }
  return out;
}

}  // namespace

std::vector<Write> final_newlines(const Input& input) {
  return mend_files(input, with_final_newline);
}

std::vector<Write> trailing_whitespace(const Input& input) {
  return mend_files(input, without_trailing_blanks);
}

}  // namespace pawl::recipes
