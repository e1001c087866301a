#include "guards/text/text_change.hpp"

#include <algorithm>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/here_documents.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

constexpr auto kProseFileEndings = fixed_words(".md", ".markdown", ".mdown", ".mdx", ".rst",
                                               ".adoc", ".asciidoc", ".textile", ".org");
// Code and settings that no grammar here knows. What may hold text of any kind at the begin of a
// line (Perl's and Elixir's documents, Julia's) is left out.
constexpr auto kSourceEndings =
    fixed_words(".php", ".kt", ".kts", ".scala", ".swift", ".cs", ".fs", ".vb", ".lua", ".css",
                ".scss", ".sass", ".less", ".sql", ".proto", ".graphql", ".gradle", ".groovy",
                ".tf", ".hcl", ".vue", ".svelte", ".astro", ".html", ".htm", ".xml", ".dart",
                ".zig", ".nim", ".m", ".mm", ".h", ".cmake", ".mk", ".bat", ".ps1", ".fish", ".zsh",
                ".bats", ".dockerfile", ".cfg", ".conf", ".properties", ".env", ".nix", ".csproj",
                ".r", ".hs", ".erl", ".clj", ".jsonc", ".json5", ".service", ".editorconfig");
constexpr auto kSourceNames = fixed_words(
    "makefile", "gnumakefile", "dockerfile", "containerfile", "jenkinsfile", "justfile",
    "cmakelists.txt", "procfile", ".gitignore", ".gitattributes", ".dockerignore", ".npmignore",
    "requirements.txt", "go.mod", "codeowners", ".env", ".eslintignore", ".prettierignore");

bool is_indented(std::string_view line) {
  return line.starts_with("  ") || line.starts_with('\t') || line.starts_with("> ");
}

void mark_markdown(std::string_view text, std::vector<bool>& lines) {
  const auto document = syntax::shared_markdown(text);
  for (const syntax::CodeBlock& block : document->code_blocks) {
    const auto first = static_cast<std::size_t>(std::max(block.line, 1)) - 1;
    const std::size_t last = std::min(first + line_count(block.text) + 1, lines.size());
    for (std::size_t i = first; i < last; ++i) lines[i] = true;
  }
}

// `key: |` and what is deeper below it.
void mark_block_scalars(const std::vector<std::string_view>& rows, std::vector<bool>& lines) {
  std::optional<std::size_t> inside;  // the indentation of the line with the mark
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t indent = rows[i].find_first_not_of(' ');
    if (indent == std::string_view::npos) continue;
    if (inside && indent > *inside) {
      lines[i] = true;
      continue;
    }
    std::string_view row = trim_end(rows[i]);
    while (!row.empty() && (is_digit(row.back()) || row.back() == '+' || row.back() == '-')) {
      row.remove_suffix(1);
    }
    inside.reset();
    if (row.ends_with(" |") || row.ends_with(" >")) inside = indent;
  }
}

// What is indented, and what stands between the lines by which AsciiDoc delimits a block.
void mark_blocks(const std::vector<std::string_view>& rows, std::vector<bool>& lines) {
  constexpr std::size_t kDelimiterMin = 4;
  std::string_view open;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string_view row = trim_end(rows[i]);
    const bool delimits = row.size() >= kDelimiterMin && contains("-.`", row.substr(0, 1)) &&
                          row.find_first_not_of(row.front()) == std::string_view::npos;
    lines[i] = !open.empty() || is_indented(rows[i]);
    if (!delimits) continue;
    if (open.empty()) {
      open = row;
    } else if (open == row) {
      open = {};
    }
  }
  // One that is never closed underlined a heading.
  if (open.empty()) return;
  for (std::size_t i = 0; i < rows.size(); ++i) lines[i] = is_indented(rows[i]);
}

// Between fences, wherever they stand: Markdown with components of JSX has them inside of those.
void mark_fences(const std::vector<std::string_view>& rows, std::vector<bool>& lines) {
  bool inside = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool fence = trim(rows[i]).starts_with("```") || trim(rows[i]).starts_with("~~~");
    lines[i] = inside || fence;
    inside = inside != fence;
  }
}

// Between three quotes, as TOML and Kotlin have them.
void mark_triple_quotes(const std::vector<std::string_view>& rows, std::vector<bool>& lines) {
  bool inside = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lines[i] = lines[i] || inside;
    for (const std::string_view quotes : {"\"\"\"", "'''"}) {
      for (auto at = rows[i].find(quotes); at != std::string_view::npos;
           at = rows[i].find(quotes, at + 3)) {
        inside = !inside;
      }
    }
  }
}

// What was before the change says what sort of a text it is meant to be.
std::string_view first_text(const git::FileChange& file) {
  const bool had = file.before && !trim(*file.before).empty();
  return had ? std::string_view(*file.before) : std::string_view(*file.after);
}

syntax::Kind kind_of_change(const git::FileChange& file) {
  return syntax::kind_of(file.path, first_text(file));
}

}  // namespace

TextSort sort_of(const RepoPath& path, std::string_view text) {
  const std::string ending = path.extension();
  if (among(kProseFileEndings, ending)) return TextSort::document;
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (kind.language) return TextSort::code;
  if (ending == ".ipynb") return TextSort::other;
  switch (kind.format) {
    case syntax::Format::json:
    case syntax::Format::jsonc:
    case syntax::Format::yaml:
    case syntax::Format::toml:
    case syntax::Format::ini: return TextSort::source;
    case syntax::Format::markdown: return TextSort::document;
    default: break;
  }
  const std::string name = lower(path.name());
  if (among(kSourceEndings, ending) || among(kSourceNames, name)) return TextSort::source;
  return name == "readme" ? TextSort::document : TextSort::other;
}

TextChange::TextChange(const git::FileChange& file)
    : before(split_lines(file.before ? std::string_view(*file.before) : std::string_view())),
      after(split_lines(*file.after)),
      hunks(diff_lines(before, after)),
      file_(file),
      kind_(kind_of_change(file)),
      sort_(sort_of(file.path, first_text(file))),
      added_(after.size(), false) {
  for (const Hunk& hunk : hunks) {
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      added_[i] = true;
      added_lines_.push_back(i);
    }
  }
}

const std::vector<syntax::Quoted>& TextChange::quoted() const {
  if (!quoted_) {
    quoted_ =
        kind_.language ? syntax::quoted(*kind_.language, text()) : std::vector<syntax::Quoted>();
  }
  return *quoted_;
}

const std::vector<bool>& TextChange::quoted_lines() const {
  if (quoted_lines_) return *quoted_lines_;
  quoted_lines_.emplace(after.size(), false);
  if (file_.path.extension() == ".mdx") {
    mark_fences(after, *quoted_lines_);
  } else if (kind_.format == syntax::Format::markdown) {
    mark_markdown(text(), *quoted_lines_);
  } else if (sort_ == TextSort::document) {
    if (file_.path.extension() == ".rst") {
      for (std::size_t i = 0; i < after.size(); ++i) (*quoted_lines_)[i] = is_indented(after[i]);
    } else {
      mark_blocks(after, *quoted_lines_);
    }
  } else if (kind_.format == syntax::Format::yaml) {
    mark_block_scalars(after, *quoted_lines_);
  } else if (!kind_.language) {
    mark_triple_quotes(after, *quoted_lines_);
  }
  const bool may_hold = !kind_.language || kind_.language == syntax::Language::bash;
  if (may_hold && sort_ != TextSort::document && contains(text(), "<<")) {
    mark_here_documents(after, *quoted_lines_);
  }
  return *quoted_lines_;
}

Place TextChange::place_of(std::size_t line) const {
  const std::size_t blanks = after[line].find_first_not_of(" \t");
  if (blanks == std::string_view::npos) return Place::plain;
  if (!kind_.language) {
    if (quoted_lines()[line]) return Place::literal;
    const bool comment = sort_ != TextSort::document && uncommented(after[line]).is_comment;
    return comment ? Place::comment : Place::plain;
  }
  // A grammar may take a fence in a here document for commands between backticks.
  if (kind_.language == syntax::Language::bash && quoted_lines()[line]) return Place::literal;
  const std::size_t at = offset_of(line) + blanks;
  const auto next = std::upper_bound(
      quoted().begin(), quoted().end(), at,
      [](std::size_t offset, const syntax::Quoted& each) { return offset < each.begin; });
  if (next == quoted().begin()) return Place::plain;
  const syntax::Quoted& each = *(next - 1);
  if (at >= each.end) return Place::plain;
  if (each.kind == syntax::QuotedKind::comment) return Place::comment;
  // The fence of a chat opens a string of JavaScript; the body of a here document has no quotes.
  const bool opens_here = each.begin == at && contains("\"'`", text().substr(at, 1));
  return opens_here ? Place::plain : Place::literal;
}

Place TextChange::place_at(std::size_t offset) const {
  const auto next = std::upper_bound(
      quoted().begin(), quoted().end(), offset,
      [](std::size_t wanted, const syntax::Quoted& each) { return wanted < each.begin; });
  if (next == quoted().begin() || offset >= (next - 1)->end) return Place::plain;
  return (next - 1)->kind == syntax::QuotedKind::comment ? Place::comment : Place::literal;
}

bool TextChange::is_edge(std::size_t line) const {
  constexpr int kEdge = 2;
  int above = 0;
  for (std::size_t i = line; i-- > 0 && above < kEdge;) above += trim(after[i]).empty() ? 0 : 1;
  if (above < kEdge) return true;
  int below = 0;
  for (std::size_t i = line + 1; i < after.size() && below < kEdge; ++i) {
    below += trim(after[i]).empty() ? 0 : 1;
  }
  return below < kEdge;
}

Uncommented uncommented(std::string_view line) {
  Uncommented out{.text = trim(line)};
  for (const std::string_view open :
       {"{/*", "<!--", "//", "/*", "*", "#", "--", ";", "%", "(*", "\"\"\"", "'''", "=begin"}) {
    if (!out.text.starts_with(open)) continue;
    // `**bold**`, `--flag` and `#include` are none.
    const std::string_view rest = out.text.substr(open.size());
    const bool one = open == "*" || open == "#" || open == "--" || open == ";" || open == "%";
    if (one && !rest.empty() && rest.front() != ' ' && rest.front() != '\t' &&
        rest.front() != open.front() && rest.front() != '!') {
      return out;
    }
    out.is_comment = true;
    out.text = rest;
    break;
  }
  if (!out.is_comment) return out;
  const std::size_t begin = out.text.find_first_not_of("/#*!-; \t");
  out.text = begin == std::string_view::npos ? std::string_view() : out.text.substr(begin);
  for (const std::string_view close : {"*/}", "-->", "*/", "*)", "\"\"\"", "'''"}) {
    if (!out.text.ends_with(close)) continue;
    out.text.remove_suffix(close.size());
    break;
  }
  out.text = trim(out.text);
  return out;
}

}  // namespace pawl::guards
