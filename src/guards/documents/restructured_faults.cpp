#include "guards/documents/restructured_faults.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kParagraphLinesMax = 60;

// Directives of docutils and Sphinx.
bool is_directive_name(std::string_view name) {
  return among({"note",           "warning",    "tip",       "important",    "caution",
                "danger",         "attention",  "hint",      "error",        "admonition",
                "image",          "figure",     "code",      "code-block",   "sourcecode",
                "parsed-literal", "math",       "rubric",    "epigraph",     "table",
                "csv-table",      "list-table", "contents",  "toctree",      "include",
                "literalinclude", "raw",        "seealso",   "versionadded", "versionchanged",
                "deprecated",     "automodule", "autoclass", "autofunction", "automethod",
                "currentmodule",  "highlight",  "topic",     "sidebar",      "container",
                "replace",        "only",       "index",     "glossary",     "productionlist"},
               name);
}

bool needs_body(std::string_view name) {
  return among({"code", "code-block", "sourcecode", "parsed-literal", "admonition", "topic",
                "sidebar", "epigraph", "list-table"},
               name);
}
bool needs_text(std::string_view name) {
  return among({"note", "warning", "tip", "important", "caution", "danger", "attention", "hint",
                "error", "seealso"},
               name);
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

bool is_border(std::string_view line) {
  line = trim(line);
  return line.size() > 4 && line.starts_with("==") && contains(line, " ") &&
         line.find_first_not_of("= ") == std::string_view::npos;
}

// Without what stands between backquotes.
std::string without_quoted(std::string_view line) {
  std::string out;
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '`') {
      if (!inside) out += line[i];
    } else if (i + 1 == line.size() || line[i + 1] != '`') {
      inside = !inside;
    }
  }
  return out;
}

// Not a line of marks below a heading.
bool is_markdown_fence(std::string_view text) {
  return text.starts_with("```") && (text.size() == 3 || !is_rst_adornment(text));
}

// `[text](address)`, a fence, `## Heading`, `|---|---|`
bool is_markdown_mark(std::string_view line) {
  const std::string_view text = trim(line);
  if (is_markdown_fence(text)) return true;
  if (text.starts_with("##") && rst_indent(line) == 0) {
    const auto blank = text.find_first_not_of('#');
    if (blank != std::string_view::npos && blank < 7 && text[blank] == ' ') return true;
  }
  if (text.starts_with('|') && contains(text, "--") && contains(text.substr(1), "|") &&
      text.find_first_not_of("|-: ") == std::string_view::npos) {
    return true;
  }
  const std::string plain = without_quoted(line);
  const auto mark = plain.find("](");
  if (mark == std::string::npos || plain.find('[') > mark) return false;
  const std::string_view target = std::string_view(plain).substr(mark + 2);
  return target.starts_with("http") || target.starts_with("./") || target.starts_with("#") ||
         target.starts_with("../") || contains(target.substr(0, target.find(')')), ".md") ||
         contains(target.substr(0, target.find(')')), ".rst");
}

class RestructuredFinder {
 public:
  explicit RestructuredFinder(const DocChange& change) : change_(change) {}

  std::vector<DocFault> find() {
    const bool markdown =
        std::any_of(change_.before.begin(), change_.before.end(), &is_markdown_mark);
    for (const Hunk& hunk : change_.hunks) {
      // A line before it, too: what it lost may be its body or what is below it.
      const std::size_t begin = hunk.after_begin > 2 ? hunk.after_begin - 3 : 0;
      const std::size_t end = std::min(hunk.after_end + 1, change_.after.size());
      for (std::size_t i = std::max(begin, checked_); i < end; ++i) around(i);
      checked_ = std::max(checked_, end);
      for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) line(i, markdown);
      open_quote(hunk);
      border(hunk);
      dots(hunk);
    }
    return std::move(out_);
  }

 private:
  std::string_view at(std::size_t line) const {
    return line < change_.after.size() ? change_.after[line] : std::string_view();
  }
  void add(DocFaultKind kind, std::size_t line, std::string_view snippet) {
    out_.push_back({kind, static_cast<int>(line) + 1, printable(trim(snippet), 80)});
  }
  bool stood_before(std::string_view text) const {
    return std::find(change_.before.begin(), change_.before.end(), text) != change_.before.end();
  }

  void around(std::size_t i) {
    if (change_.code_after[i]) return;
    const RstDirective directive = rst_directive(at(i));
    if (!directive.name.empty()) return body(i, directive);
    title(i);
  }

  // Is there a line below it that is deeper?
  static bool has_body(const std::vector<std::string_view>& lines, std::size_t i) {
    std::size_t below = i + 1;
    while (below < lines.size() && trim(lines[below]).empty()) ++below;
    return below < lines.size() && rst_indent(lines[below]) > rst_indent(lines[i]);
  }
  bool lacked_body(std::string_view line) const {
    for (std::size_t i = 0; i < change_.before.size(); ++i) {
      if (change_.before[i] == line && !has_body(change_.before, i)) return true;
    }
    return false;
  }

  void body(std::size_t i, const RstDirective& directive) {
    if (directive.name == "code-block" || directive.name == "sourcecode") {
      if (split_words(directive.argument).size() > 1 && !contains(directive.argument, ":") &&
          !stood_before(at(i))) {
        return add(DocFaultKind::swallowed_command, i, at(i));
      }
    }
    const bool wanting =
        needs_body(directive.name) || (needs_text(directive.name) && directive.argument.empty());
    if (wanting && !has_body(change_.after, i) && !lacked_body(at(i))) {
      add(DocFaultKind::broken_directive, i, at(i));
    }
  }

  void title(std::size_t i) {
    const std::string_view text = trim_end(at(i));
    const std::string_view below = trim_end(at(i + 1));
    if (text.empty() || rst_indent(text) > 0 || is_rst_adornment(text) || !is_rst_adornment(below))
      return;
    if (i > 0 && !trim(at(i - 1)).empty() && !is_rst_adornment(at(i - 1))) return;
    if (below.size() >= width_of(text) || below.size() < 3) return;
    // The same title stood above marks enough.
    const auto old = std::find(change_.before.begin(), change_.before.end(), at(i));
    if (old == change_.before.end() || old + 1 == change_.before.end()) return;
    if (trim_end(*(old + 1)).size() < width_of(text) || !is_rst_adornment(*(old + 1))) return;
    add(DocFaultKind::broken_heading, i + 1, text);
  }

  void line(std::size_t i, bool markdown) {
    const std::string_view text = at(i);
    const std::string_view bare = trim(text);
    if (bare.starts_with(".. ")) {
      std::string_view name = trim(bare.substr(3));
      const auto colon = name.find(':');
      if (colon != std::string_view::npos && !name.substr(colon).starts_with("::") &&
          is_directive_name(name.substr(0, colon)) && !stood_before(text)) {
        return add(DocFaultKind::broken_directive, i, text);
      }
    }
    if (change_.code_after[i]) return;
    if (is_markdown_fence(bare)) in_fence_ = !in_fence_;
    const bool of_fence = in_fence_ != is_markdown_fence(bare);
    if (!markdown && !of_fence && is_markdown_mark(text)) {
      return add(DocFaultKind::foreign_mark, i, text);
    }
    unlinked(i);
  }

  // `` `text <address>` `` without the `_` that makes it a link.
  void unlinked(std::size_t i) {
    const std::string_view text = at(i);
    for (auto end = text.find(">`"); end != std::string_view::npos;
         end = text.find(">`", end + 2)) {
      const auto begin = text.substr(0, end).rfind('`');
      const bool linked = text.substr(end + 2).starts_with('_');
      if (begin == std::string_view::npos || linked || text.substr(end + 2).starts_with('`'))
        continue;
      if (begin > 0 && (text[begin - 1] == ':' || text[begin - 1] == '`')) continue;
      const std::string_view inside = text.substr(begin, end - begin);
      if (contains(inside, " <http")) add(DocFaultKind::broken_link, i, text.substr(begin));
    }
    unclosed(i);
  }

  // `` `text <address`_ ``, `` `text<address>`_ ``, `.. _name:address`
  void unclosed(std::size_t i) {
    const std::string_view text = at(i);
    if (!contains(text, "http") || stood_before(text)) return;
    for (auto end = text.find("`_"); end != std::string_view::npos;
         end = text.find("`_", end + 2)) {
      const auto begin = text.substr(0, end).rfind('`');
      if (begin == std::string_view::npos || (begin > 0 && text[begin - 1] == '`')) continue;
      const std::string_view inside = text.substr(begin + 1, end - begin - 1);
      const auto open = inside.find("<http");
      if (open == std::string_view::npos || open == 0) continue;
      if (!inside.ends_with('>') || inside[open - 1] != ' ') {
        return add(DocFaultKind::broken_link, i, text.substr(begin));
      }
    }
    const std::string_view bare = trim(text);
    if (!bare.starts_with(".. _")) return;
    for (const std::string_view glued : {":http://", ":https://"}) {
      const auto mark = bare.find(glued);
      if (mark != std::string_view::npos && mark == bare.find(':')) {
        return add(DocFaultKind::broken_link, i, text);
      }
    }
  }

  // How many backquotes the paragraph around a line has; nothing for what is shown as it is.
  static std::size_t quotes_around(const std::vector<std::string_view>& lines,
                                   const std::vector<bool>& code, std::size_t begin,
                                   std::size_t end) {
    const std::size_t first = begin;
    while (begin > 0 && first - begin < kParagraphLinesMax && !trim(lines[begin - 1]).empty()) {
      --begin;
    }
    while (end < lines.size() && end - first < kParagraphLinesMax && !trim(lines[end]).empty()) {
      ++end;
    }
    std::size_t quotes = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (code[i] || is_rst_adornment(lines[i])) continue;
      quotes += static_cast<std::size_t>(std::count(lines[i].begin(), lines[i].end(), '`'));
    }
    return quotes;
  }

  void open_quote(const Hunk& hunk) {
    if (hunk.before_begin == hunk.before_end || hunk.after_begin == hunk.after_end) return;
    const std::size_t old =
        quotes_around(change_.before, change_.code_before, hunk.before_begin, hunk.before_end);
    const std::size_t now =
        quotes_around(change_.after, change_.code_after, hunk.after_begin, hunk.after_end);
    if (old % 2 == 0 && now % 2 == 1) {
      add(DocFaultKind::open_quote, hunk.after_begin, at(hunk.after_begin));
    }
  }

  // The last border of a table is gone, and its rows are not.
  void border(const Hunk& hunk) {
    if (hunk.before_begin == hunk.before_end) return;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      if (!trim(change_.before[i]).empty() && !is_border(change_.before[i])) return;
    }
    const std::string_view mark = change_.before[hunk.before_begin];
    if (!is_border(mark)) return;
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      if (is_border(at(i)) && trim(at(i)) == trim(mark)) return;
    }
    // Rows right above or below where it stood.
    const std::size_t above = hunk.after_begin > 0 ? hunk.after_begin - 1 : 0;
    const bool rows = (!trim(at(above)).empty() && !is_border(at(above))) ||
                      (!trim(at(hunk.after_end)).empty() && !is_border(at(hunk.after_end)));
    if (rows) add(DocFaultKind::broken_table, above, at(above));
  }

  // Three dots are all that is left of an example.
  void dots(const Hunk& hunk) {
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string_view text = trim(at(i));
      const bool alone = i > 1 && (text == "..." || text == "\u2026") && change_.code_after[i] &&
                         trim(at(i - 1)).empty() && trim(at(i + 1)).empty() &&
                         rst_indent(at(i - 2)) < rst_indent(at(i));
      if (!alone || hunk.before_begin == hunk.before_end) continue;
      if (change_.code_before[hunk.before_begin]) {
        add(DocFaultKind::emptied_code, i, at(i - 2));
      }
    }
  }

  const DocChange& change_;
  std::size_t checked_ = 0;
  bool in_fence_ = false;  // of Markdown
  std::vector<DocFault> out_;
};

}  // namespace

std::vector<DocFault> restructured_faults(const DocChange& change) {
  return RestructuredFinder(change).find();
}

}  // namespace pawl::guards
