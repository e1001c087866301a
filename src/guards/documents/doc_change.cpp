#include "guards/documents/doc_change.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

std::vector<bool> code_lines(const syntax::MarkdownDocument& document, std::size_t lines) {
  std::vector<bool> code(lines);
  for (const syntax::Block& block : document.blocks) {
    if (block.kind != syntax::BlockKind::code) continue;
    const auto first = static_cast<std::size_t>(std::max(block.line, 1)) - 1;
    const std::size_t last = first + line_count(block.text) + (block.fence > 0 ? 2 : 0);
    for (std::size_t i = first; i < std::min(last, lines); ++i) code[i] = true;
  }
  return code;
}

// What stands below them is prose.
bool holds_prose(std::string_view name) {
  return among(
      {"note",           "warning",    "tip",      "important",  "caution",   "danger",
       "attention",      "hint",       "error",    "admonition", "seealso",   "versionadded",
       "versionchanged", "deprecated", "topic",    "sidebar",    "container", "epigraph",
       "rubric",         "todo",       "glossary", "function",   "class",     "method",
       "attribute",      "option",     "confval",  "program"},
      name);
}

}  // namespace

std::size_t rst_indent(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool is_rst_adornment(std::string_view line) {
  constexpr std::string_view kMarks = "=-~^\"'`#*+.:_<>!$%&";
  line = trim_end(line);
  return line.size() > 2 && kMarks.find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

RstDirective rst_directive(std::string_view line) {
  line = trim(line);
  if (!line.starts_with(".. ")) return {};
  line = trim(line.substr(3));
  if (line.starts_with('|')) {
    const auto end = line.find("| ");
    if (end == std::string_view::npos) return {};
    line = trim(line.substr(end + 2));
  }
  const auto mark = line.find("::");
  if (mark == std::string_view::npos || mark == 0) return {};
  const std::string_view name = line.substr(0, mark);
  const std::string_view rest = line.substr(mark + 2);
  if (name.find_first_of(" `_") != std::string_view::npos || (!rest.empty() && rest[0] != ' ')) {
    return {};
  }
  return {name, trim(rest)};
}

std::vector<bool> literal_lines(const std::vector<std::string_view>& lines) {
  std::vector<bool> literal(lines.size());
  std::optional<std::size_t> inside;  // the indentation of the line that opens it
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text = trim(lines[i]);
    if (text.empty()) continue;
    const std::size_t indent = rst_indent(lines[i]);
    if (inside && indent > *inside) {
      literal[i] = true;
      continue;
    }
    inside.reset();
    const RstDirective directive = rst_directive(lines[i]);
    if (!directive.name.empty()) {
      if (!holds_prose(directive.name)) inside = indent;
    } else if (text.ends_with("::") || text == ".." ||
               (text.starts_with(".. ") && !text.starts_with(".. _") &&
                !text.starts_with(".. ["))) {
      literal[i] = text.starts_with("..");
      inside = indent;
    } else if (text.starts_with(">>> ") || text.starts_with("$ ")) {
      literal[i] = true;
    }
  }
  return literal;
}

DocChange markdown_change(std::string_view before, std::string_view after,
                          const syntax::MarkdownDocument& old_document,
                          const syntax::MarkdownDocument& document) {
  DocChange change;
  change.before = split_lines(before);
  change.after = split_lines(after);
  change.hunks = diff_lines(change.before, change.after);
  change.code_before = code_lines(old_document, change.before.size());
  change.code_after = code_lines(document, change.after.size());
  return change;
}

DocChange restructured_change(std::string_view before, std::string_view after) {
  DocChange change;
  change.restructured = true;
  change.before = split_lines(before);
  change.after = split_lines(after);
  change.hunks = diff_lines(change.before, change.after);
  change.code_before = literal_lines(change.before);
  change.code_after = literal_lines(change.after);
  return change;
}

}  // namespace pawl::guards
