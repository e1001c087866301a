// Directives and roles of Sphinx as Markdown that every generator shows.
#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/site_book.hpp"

namespace pawl::recipes {
namespace {

struct Admonition {
  std::string_view name;
  std::string_view title;
};
constexpr auto kAdmonitions = std::to_array<Admonition>({{"note", "Note"},
                                                         {"tip", "Tip"},
                                                         {"hint", "Hint"},
                                                         {"important", "Important"},
                                                         {"warning", "Warning"},
                                                         {"caution", "Caution"},
                                                         {"attention", "Attention"},
                                                         {"danger", "Danger"},
                                                         {"error", "Error"},
                                                         {"seealso", "See also"},
                                                         {"todo", "To do"}});
// Settings of a page, or marks for an index, that show nothing.
constexpr auto kSilent =
    fixed_words("contents", "highlight", "module", "currentmodule", "index", "meta",
                "tabularcolumns", "default-role", "sectionauthor", "codeauthor", "py:module",
                "py:currentmodule", "_", "role", "no-index", "sectnum", "target-notes", "testsetup",
                "testcleanup", "cssclass", "rst-class", "default-domain");
constexpr auto kWrappers =
    fixed_words("container", "div", "compound", "epigraph", "pull-quote", "highlights", "topic",
                "sidebar", "centered", "only", "hlist", "glossary", "grid", "grid-item",
                "grid-item-card", "card", "tab-set", "tab-item", "tabs", "tab", "group-tab",
                "dropdown", "details", "collapse", "margin", "aside", "figure-md", "parsed");
constexpr auto kCode =
    fixed_words("code-block", "code", "sourcecode", "code-cell", "ipython", "prompt",
                "parsed-literal", "doctest", "testcode", "testoutput", "console", "command-output");
constexpr auto kDescribed = fixed_words(
    "function", "class", "method", "attribute", "data", "exception", "decorator", "option",
    "envvar", "describe", "object", "confval", "property", "staticmethod", "classmethod", "program",
    "cmdoption", "type", "macro", "var", "c:function", "c:type", "c:macro", "c:var", "c:struct",
    "c:member", "cpp:function", "cpp:class", "js:function", "js:class");

std::string option(const Directive& directive, const std::string& name) {
  const auto found = directive.options.find(name);
  return found == directive.options.end() ? std::string() : found->second;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const std::string_view word : split_words(text)) {
    out += (out.empty() ? "" : " ") + std::string(word);
  }
  return out;
}

class Writing {
 public:
  Writing(const Directive& directive, const BookPage& book, MadePage& made,
          const std::function<std::string(const std::vector<std::string>&)>& body)
      : directive_(directive), book_(book), made_(made), body_(body) {}

  std::string write() {
    std::string name = directive_.name;
    if (name.starts_with("py:")) name = name.substr(3);
    for (const Admonition& one : kAdmonitions) {
      if (one.name == name) return admonition(one.title);
    }
    if (name == "admonition" || name == "rubric") {
      return name == "rubric" ? "**" + inline_of(directive_.argument) + "**\n"
                              : quoted(inline_of(directive_.argument), body_(directive_.content));
    }
    if (among(kSilent, name) || among(kSilent, directive_.name)) return {};
    if (among(kCode, name)) return fenced(language(name), directive_.content);
    if (name == "image" || name == "figure") return picture();
    if (name == "toctree") return toctree();
    if (name == "literalinclude") return included_code();
    if (name == "include") return lose();
    if (name == "math") return fenced("tex", with_argument());
    if (name == "raw") return directive_.argument == "html" ? text_of(directive_.content) : "";
    if (name == "eval-rst") return eval();
    if (name == "list-table") return list_table();
    if (name == "csv-table") return csv_table();
    if (name == "table") return caption() + body_(directive_.content);
    if (name.starts_with("version") || name == "deprecated") return version(name);
    if (among(kWrappers, name)) return wrapped();
    if (among(kDescribed, directive_.name) || among(kDescribed, name)) return described();
    return lose();
  }

 private:
  std::string inline_of(const std::string& text) const {
    return text.empty() ? "" : one_line(body_({text}));
  }

  std::string admonition(std::string_view title) {
    std::vector<std::string> content = directive_.content;
    if (!directive_.argument.empty()) content.insert(content.begin(), directive_.argument);
    return quoted(title, body_(content));
  }

  std::string language(std::string_view name) const {
    if (!directive_.argument.empty()) return directive_.argument;
    const bool session = name == "doctest" || name == "testcode";
    return session ? "python" : "";
  }

  std::string picture() const {
    const auto link = book_.file(directive_.argument);
    const std::string target = link                                   ? *link
                               : contains(directive_.argument, "://") ? directive_.argument
                                                                      : std::string();
    const std::string alt = option(directive_, "alt");
    std::string out = target.empty() ? alt : "![" + alt + "](" + target + ")";
    const std::string leads = option(directive_, "target");
    if (contains(leads, "://") && !target.empty()) out = "[" + out + "](" + leads + ")";
    out += "\n";
    if (directive_.content.empty()) return out;
    return out + "\n" + body_(directive_.content);
  }

  std::string toctree() {
    const std::string caption = option(directive_, "caption");
    if (!caption.empty()) made_.toctree.push_back({caption, ""});
    std::string out;
    for (const std::string& line : directive_.content) {
      const std::string entry(trim(line));
      if (entry.empty() || entry.starts_with(':')) continue;
      auto [title, target] = titled(entry);
      if (title == target) title.clear();
      made_.toctree.push_back({title, target});
      if (directive_.options.contains("hidden")) continue;
      const auto place = book_.document(target);
      if (place) {
        const std::string shown = title.empty() ? place->title : title;
        out += "- [" + (shown.empty() ? target : shown) + "](" + place->link + ")\n";
      } else if (contains(target, "://")) {
        out += "- [" + (title.empty() ? target : title) + "](" + target + ")\n";
      }
    }
    return out;
  }

  std::string included_code() {
    const auto text = book_.text(directive_.argument);
    if (!text) return lose();
    const std::vector<std::string_view> all = split_lines(*text);
    std::vector<std::string> lines(all.begin(), all.end());
    if (directive_.options.contains("lines") || directive_.options.contains("pyobject") ||
        directive_.options.contains("start-after") || directive_.options.contains("start-at")) {
      return lose();
    }
    return fenced(option(directive_, "language"), lines);
  }

  std::vector<std::string> with_argument() const {
    std::vector<std::string> lines = directive_.content;
    if (!directive_.argument.empty()) lines.insert(lines.begin(), directive_.argument);
    return lines;
  }

  std::string eval() {
    MadePage inner = page_of_rst(text_of(directive_.content), book_);
    for (const auto& [name, times] : inner.lost) made_.lost[name] += times;
    made_.toctree.insert(made_.toctree.end(), inner.toctree.begin(), inner.toctree.end());
    return inner.text;
  }

  std::string caption() const {
    return directive_.argument.empty() ? "" : "**" + inline_of(directive_.argument) + "**\n\n";
  }

  static std::string table_text(const std::vector<std::vector<std::string>>& rows) {
    std::size_t columns = 0;
    for (const auto& row : rows) columns = std::max(columns, row.size());
    std::string out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out += "|";
      for (std::size_t c = 0; c < columns; ++c) {
        out += " " + (c < rows[i].size() ? replace_all(rows[i][c], "|", "\\|") : "") + " |";
      }
      out += "\n";
      if (i > 0) continue;
      out += "|";
      for (std::size_t c = 0; c < columns; ++c) out += "---|";
      out += "\n";
    }
    return out;
  }

  // `* - a` opens a row, `  - b` its next cell.
  std::string list_table() const {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> cell;
    const auto close = [&] {
      if (!rows.empty() && !cell.empty()) {
        rows.back().push_back(one_line(body_(dedented(cell))));
      }
      cell.clear();
    };
    for (const std::string& line : directive_.content) {
      const std::string plain(trim(line));
      const bool row = line.starts_with("* -") || line.starts_with("- -");
      const bool next = line.starts_with("  -");
      if (!row && !next) {
        cell.push_back(line);
        continue;
      }
      close();
      if (row) rows.emplace_back();
      cell = {"    " + line.substr(std::min<std::size_t>(line.size(), row ? 3 : 3))};
    }
    close();
    return caption() + table_text(rows);
  }

  std::string csv_table() const {
    std::vector<std::string> lines = directive_.content;
    if (const std::string header = option(directive_, "header"); !header.empty()) {
      lines.insert(lines.begin(), header);
    }
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : lines) {
      if (trim(line).empty()) continue;
      std::vector<std::string> row(1);
      bool inside = false;
      for (const char c : line) {
        if (c == '"') {
          inside = !inside;
        } else if (c == ',' && !inside) {
          row.emplace_back();
        } else {
          row.back() += c;
        }
      }
      for (std::string& cell : row) cell = inline_of(std::string(trim(cell)));
      rows.push_back(std::move(row));
    }
    return caption() + table_text(rows);
  }

  std::string version(std::string_view name) const {
    const std::string_view words = name == "versionadded"     ? "New in version"
                                   : name == "versionchanged" ? "Changed in version"
                                   : name == "versionremoved" ? "Removed in version"
                                                              : "Deprecated since version";
    const auto parts = split_words(directive_.argument);
    const std::string number(parts.empty() ? "" : parts.front());
    std::string rest =
        directive_.argument.substr(std::min(number.size(), directive_.argument.size()));
    std::string more = inline_of(std::string(trim(rest)));
    if (!directive_.content.empty()) {
      more += (more.empty() ? "" : " ") + std::string(trim(body_(directive_.content)));
    }
    return "*" + std::string(words) + " " + number + (more.empty() ? ".*\n" : ":* " + more + "\n");
  }

  std::string wrapped() const {
    const bool named = among({"topic", "sidebar", "tab-item", "tab", "group-tab", "dropdown",
                              "details", "card", "grid-item-card"},
                             directive_.name);
    return (named ? caption() : "") + body_(directive_.content);
  }

  // A signature, and what is said of it.
  std::string described() const {
    std::string out = "**" + code_span(directive_.argument) + "**\n";
    if (!directive_.content.empty()) out += "\n" + quoted("", body_(directive_.content));
    return out;
  }

  std::string lose() {
    ++made_.lost[directive_.name];
    return {};
  }

  const Directive& directive_;
  const BookPage& book_;
  MadePage& made_;
  const std::function<std::string(const std::vector<std::string>&)>& body_;
};

}  // namespace

std::vector<std::string> dedented(std::vector<std::string> lines) {
  std::size_t margin = std::string::npos;
  for (const std::string& line : lines) {
    const auto start = line.find_first_not_of(' ');
    if (start != std::string::npos) margin = std::min(margin, start);
  }
  if (margin == std::string::npos) margin = 0;
  for (std::string& line : lines) line.erase(0, std::min(margin, line.size()));
  while (!lines.empty() && trim(lines.back()).empty()) lines.pop_back();
  while (!lines.empty() && trim(lines.front()).empty()) lines.erase(lines.begin());
  return lines;
}

std::string fenced(std::string_view language, const std::vector<std::string>& lines) {
  std::string fence = "```";
  for (const std::string& line : lines) {
    const auto ticks = line.find_first_not_of("` ");
    if (trim(line).starts_with(fence))
      fence = std::string(std::max<std::size_t>(fence.size(), ticks) + 1, '`');
  }
  // Names that no highlighter has.
  std::string name = lower(trim(language));
  if (name.empty() && !lines.empty() && lines.front().starts_with(">>> ")) name = "python";
  if (among({"none", "default", "literal", "guess", "rst"}, name)) name = "text";
  if (among({"pycon", "python3", "ipython", "ipython3", "py3", "pytb", "python3-console"}, name)) {
    name = "python";
  }
  if (name.find_first_of(" {}=,") != std::string::npos) name.clear();
  std::string out = fence + name + "\n";
  for (const std::string& line : lines) out += line + "\n";
  return out + fence + "\n";
}

std::string quoted(std::string_view title, std::string_view text) {
  std::string out;
  if (!title.empty()) out += "> **" + std::string(title) + "**\n>\n";
  for (const std::string_view line : split_lines(trim(text))) {
    out += trim(line).empty() ? ">\n" : "> " + std::string(line) + "\n";
  }
  return out;
}

std::string code_span(std::string_view text) {
  std::string plain = replace_all(text, "\n", " ");
  std::string ticks = "`";
  while (contains(plain, ticks)) ticks += '`';
  const bool pad = plain.starts_with('`') || plain.ends_with('`');
  return ticks + (pad ? " " : "") + plain + (pad ? " " : "") + ticks;
}

std::pair<std::string, std::string> titled(std::string_view text) {
  const auto open = text.rfind('<');
  if (!text.ends_with('>') || open == std::string_view::npos || open == 0) {
    return {std::string(text), std::string(text)};
  }
  return {std::string(trim(text.substr(0, open))),
          std::string(trim(text.substr(open + 1, text.size() - open - 2)))};
}

std::string label_anchor(std::string_view label) {
  std::string out;
  for (const char c : lower(trim(label))) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    out += plain || static_cast<unsigned char>(c) >= 0x80 ? c : '-';
  }
  return out;
}

std::string directive_text(
    const Directive& directive, const BookPage& book, MadePage& made,
    const std::function<std::string(const std::vector<std::string>&)>& body) {
  return Writing(directive, book, made, body).write();
}

std::string role_text(std::string_view name, std::string_view text, const BookPage& book) {
  auto [title, target] = titled(text);
  const bool own = title != target;
  if (name.starts_with("std:")) name.remove_prefix(4);
  const bool places = among({"doc", "ref", "numref", "any", "eq"}, name);
  if (places) {
    std::optional<BookPlace> place;
    if (name == "doc" || name == "any") place = book.document(target);
    if (!place && name != "doc") place = book.label(target);
    const std::string shown = own ? title : place && !place->title.empty() ? place->title : target;
    if (place) return "[" + shown + "](" + place->link + ")";
    return name == "any" ? code_span(shown) : shown;
  }
  if (name == "download") {
    const auto link = book.file(target);
    return link ? "[" + title + "](" + *link + ")" : title;
  }
  if (among({"term", "abbr", "guilabel", "menuselection", "dfn", "strong"}, name)) {
    const std::string shown(trim(std::string_view(title).substr(0, title.find(" ("))));
    return among({"guilabel", "menuselection", "strong", "dfn"}, name) ? "**" + shown + "**"
                                                                       : shown;
  }
  if (name == "emphasis") return "*" + title + "*";
  if (name == "sup" || name == "sub") {
    return "<" + std::string(name) + ">" + title + "</" + std::string(name) + ">";
  }
  if (name == "pep" || name == "rfc") return upper(name) + " " + title;
  std::string shown = title;
  if (shown.starts_with('!')) shown.erase(0, 1);
  if (shown.starts_with('~')) {
    shown.erase(0, 1);
    if (const auto dot = shown.rfind('.'); dot != std::string::npos) shown.erase(0, dot + 1);
  }
  const bool calls = name == "func" || name == "meth" || name == "py:func" || name == "py:meth";
  if (calls && !own && !shown.ends_with(')')) shown += "()";
  return code_span(shown);
}

}  // namespace pawl::recipes
