// reStructuredText as Markdown: its blocks. What only a program that imports the code could fill in
// is counted as lost.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "recipes/site_book.hpp"
#include "recipes/site_rst_inline.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kRules = "=-`:'\"~^_*+#<>.!$%&,/;?@|";

std::string spaces_for_tabs(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '\t') {
      out.append(8 - out.size() % 8, ' ');
    } else {
      out += c;
    }
  }
  return std::string(trim_end(out));
}

Lines lines_of(std::string_view text) {
  Lines out;
  for (const std::string_view line : split_lines(text)) out.push_back(spaces_for_tabs(line));
  return out;
}

bool is_blank(const std::string& line) { return line.empty(); }
bool is_indented(const std::string& line) { return line.starts_with(' '); }

// The character a line of nothing else is drawn with; 0 of another line.
char rule_of(const std::string& line) {
  if (line.size() < 2 || kRules.find(line[0]) == std::string_view::npos) return 0;
  return line.find_first_not_of(line[0]) == std::string::npos ? line[0] : '\0';
}

// The length of a bullet or a number with its blanks; 0 of a line that opens no item.
std::size_t item_width(const std::string& line, bool& numbered) {
  numbered = false;
  std::size_t mark = 0;
  if (!line.empty() && among({"-", "*", "+"}, line.substr(0, 1))) {
    mark = 1;
  } else if (line.starts_with("\xE2\x80\xA2")) {
    mark = 3;
  } else {
    std::size_t at = line.starts_with('(') ? 1 : 0;
    const std::size_t from = at;
    while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
    if (at == from && at < line.size() && line[at] == '#') ++at;
    if (at == from || at - from > 3 || at >= line.size() || (line[at] != '.' && line[at] != ')')) {
      return 0;
    }
    mark = at + 1;
    numbered = true;
  }
  if (mark == line.size()) return mark + 1;
  if (line[mark] != ' ') return 0;
  const auto text = line.find_first_not_of(' ', mark);
  return text == std::string::npos ? mark + 1 : text;
}

struct Field {
  std::string name;
  std::string value;
};
std::optional<Field> field_of(const std::string& line) {
  if (!line.starts_with(':') || line.size() < 3 || line[1] == ' ' || line[1] == ':') return {};
  const auto end = line.find(':', 1);
  if (end == std::string::npos) return {};
  if (end + 1 < line.size() && line[end + 1] != ' ') return {};
  return Field{line.substr(1, end - 1), std::string(trim(std::string_view(line).substr(end + 1)))};
}

// `.. name:: argument` without its dots.
std::optional<std::pair<std::string, std::string>> directive_head(std::string_view text) {
  const auto mark = text.find("::");
  if (mark == std::string_view::npos || mark == 0) return {};
  const std::string_view name = text.substr(0, mark);
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == ':' || c == '+' || c == '.';
    if (!plain) return {};
  }
  return std::pair(std::string(name), std::string(trim(text.substr(mark + 2))));
}

// The lines of an explicit block from `at` on: the rest of the first, then what is indented.
Lines block_from(const Lines& lines, std::size_t& at, std::size_t skip) {
  Lines out{lines[at].substr(std::min(skip, lines[at].size()))};
  ++at;
  Lines rest;
  while (at < lines.size() && (is_blank(lines[at]) || is_indented(lines[at]))) {
    rest.push_back(lines[at++]);
  }
  while (!rest.empty() && is_blank(rest.back())) {
    rest.pop_back();
    --at;
  }
  for (std::string& line : dedented(std::move(rest))) out.push_back(std::move(line));
  return out;
}

class Reader {
 public:
  Reader(const BookPage& book, MadePage& made, RstNames& known)
      : book_(book), made_(made), known_(known), inline_(book, made, known) {}

  // What names stand for, before anything speaks of them.
  void learn(const Lines& lines) {
    std::vector<std::string> waiting;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string plain(trim(lines[i]));
      if (plain.starts_with(".. _") && plain.size() > 5) {
        learn_target(plain.substr(4), lines, i, waiting);
      } else if (plain.starts_with(".. |")) {
        learn_substitution(lines, i);
      } else if (i > 0 && rule_of(plain) != 0 && !trim(lines[i - 1]).empty() &&
                 !is_indented(lines[i - 1])) {
        const std::string title = without_markup(lines[i - 1]);
        known_.targets.emplace(plain_rst_name(title), "#" + syntax::anchor_of(title));
      }
    }
  }

  std::string document(const Lines& lines) { return blocks(lines, true); }

 private:
  std::string inline_text(std::string_view text) { return inline_.markdown(text); }

  void learn_target(const std::string& rest, const Lines& lines, std::size_t at,
                    std::vector<std::string>&) {
    std::size_t colon = rest.starts_with('`') ? rest.find("`:") : rest.find(':');
    while (colon != std::string::npos && colon > 0 && rest[colon - 1] == '\\') {
      colon = rest.find(':', colon + 1);
    }
    if (colon == std::string::npos) return;
    const bool ticks = rest.starts_with('`');
    const std::string name = plain_rst_name(rest.substr(ticks ? 1 : 0, colon - (ticks ? 1 : 0)));
    std::string target(trim(std::string_view(rest).substr(colon + (ticks ? 2 : 1))));
    if (target.empty() && at + 1 < lines.size() && contains(trim(lines[at + 1]), "://") &&
        is_indented(lines[at + 1])) {
      target = trim(lines[at + 1]);
    }
    if (target.empty()) target = "#" + label_anchor(name);
    known_.targets[name] = target;
  }

  void learn_substitution(const Lines& lines, std::size_t at) {
    std::size_t next = at;
    Lines copy = dedented({lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end()});
    next = 0;
    const Lines block = block_from(copy, next, 3);
    const auto end = block.front().find('|', 1);
    if (end == std::string::npos) return;
    const std::string name = block.front().substr(1, end - 1);
    const auto head = directive_head(trim(std::string_view(block.front()).substr(end + 1)));
    if (!head) return;
    Lines rest(block.begin() + 1, block.end());
    std::string text;
    if (head->first == "replace") {
      text = head->second;
      for (const std::string& line : rest) text += " " + line;
      text = inline_text(text);
    } else if (head->first == "image") {
      text = trim(directive(head->first, head->second, rest));
    } else if (head->first == "unicode") {
      text = "";
    } else {
      return;
    }
    known_.substitutions[lower(name)] = text;
  }

  // Without interpreted text, as an anchor is made of it.
  std::string without_markup(const std::string& title) {
    const std::string out = inline_text(title);
    return replace_all(replace_all(replace_all(out, "``", ""), "`", ""), "**", "");
  }

  std::string directive(const std::string& name, const std::string& argument, const Lines& rest) {
    Directive one{.name = lower(name), .argument = argument, .options = {}, .content = {}};
    std::size_t at = 0;
    // The argument may go on; options come next.
    for (; at < rest.size() && !is_blank(rest[at]); ++at) {
      if (const auto field = field_of(rest[at])) {
        one.options[field->name] = field->value;
      } else if (!one.options.empty() && is_indented(rest[at])) {
        continue;
      } else {
        break;
      }
    }
    one.content = dedented({rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end()});
    if (name == "highlight") language_ = argument;
    if (one.argument.empty() && among({"code-block", "code", "sourcecode"}, name)) {
      one.argument = language_;
    }
    return directive_text(one, book_, made_,
                          [this](const Lines& content) { return blocks(content, false); });
  }

  static void put(std::string& out, std::string_view block) {
    if (trim(block).empty()) return;
    if (!out.empty()) out += "\n";
    out += block;
    if (!out.ends_with('\n')) out += '\n';
  }

  std::string blocks(const Lines& lines, bool sections) {
    std::string out;
    for (std::size_t at = 0; at < lines.size();) {
      if (is_blank(lines[at])) {
        ++at;
      } else {
        put(out, block(lines, at, sections));
      }
    }
    return out;
  }

  std::string block(const Lines& lines, std::size_t& at, bool sections) {
    const std::string& line = lines[at];
    if (is_indented(line)) return quote(lines, at);
    if (line == ".." || line.starts_with(".. ")) return explicit_block(lines, at);
    if (line.starts_with("__ ")) return ++at, std::string();
    if (auto heading = title(lines, at, sections)) return *heading;
    if (is_grid(line)) return grid_table(lines, at);
    if (is_simple_border(line)) return simple_table(lines, at);
    if (rule_of(line) != 0 && line.size() >= 4) return ++at, std::string("---\n");
    bool numbered = false;
    if (item_width(line, numbered) > 0) return items(lines, at);
    if (field_of(line)) return fields(lines, at);
    if (line.starts_with("| ") || line == "|") return verses(lines, at);
    if (line.starts_with(">>> ")) return session(lines, at);
    const bool defines =
        at + 1 < lines.size() && is_indented(lines[at + 1]) && !line.ends_with("::");
    if (defines) return definition(lines, at);
    return paragraph(lines, at);
  }

  std::optional<std::string> title(const Lines& lines, std::size_t& at, bool sections) {
    const char over = rule_of(lines[at]);
    const auto is_text = [&](std::size_t i) {
      return i < lines.size() && !is_blank(lines[i]) && rule_of(lines[i]) == 0;
    };
    std::string style;
    std::string text;
    std::size_t used = 0;
    if (over != 0 && is_text(at + 1) && at + 2 < lines.size() && rule_of(lines[at + 2]) == over) {
      style = {over, over};
      text = trim(lines[at + 1]);
      used = 3;
    } else if (over == 0 && at + 1 < lines.size() && rule_of(lines[at + 1]) != 0 &&
               lines[at + 1].size() + 3 >= lines[at].size() / 2) {
      style = {rule_of(lines[at + 1])};
      text = lines[at];
      used = 2;
    } else {
      return {};
    }
    at += used;
    if (!sections) return "**" + inline_text(text) + "**\n";
    auto known = std::find(styles_.begin(), styles_.end(), style);
    if (known == styles_.end()) known = styles_.insert(styles_.end(), style);
    const auto level = std::min<std::ptrdiff_t>(known - styles_.begin() + 1, 6);
    begun_ = true;
    return std::string(static_cast<std::size_t>(level), '#') + " " + inline_text(text) + "\n";
  }

  std::string explicit_block(const Lines& lines, std::size_t& at) {
    const Lines block = block_from(lines, at, 3);
    const std::string& head = block.front();
    const Lines rest(block.begin() + 1, block.end());
    if (head.starts_with("__") || head.starts_with('|')) return {};
    if (head.starts_with('_')) {
      const bool ticks = head.starts_with("_`");
      const auto colon = ticks ? head.find("`:") : head.rfind(':');
      const bool inside =
          colon != std::string::npos && colon + (ticks ? 2 : 1) == head.size() && rest.empty();
      const std::size_t from = ticks ? 2 : 1;
      return inside ? "<a id=\"" + label_anchor(head.substr(from, colon - from)) + "\"></a>\n"
                    : std::string();
    }
    if (head.starts_with('[')) {
      const auto end = head.find(']');
      if (end == std::string::npos) return {};
      Lines note{std::string(trim(std::string_view(head).substr(end + 1)))};
      note.insert(note.end(), rest.begin(), rest.end());
      const std::string name = head.substr(1, end - 1);
      return "<a id=\"note-" + label_anchor(name) + "\"></a>\\[" + inline_text(name) + "\\] " +
             std::string(trim(blocks(note, false))) + "\n";
    }
    if (const auto named = directive_head(head))
      return directive(named->first, named->second, rest);
    return {};
  }

  std::string quote(const Lines& lines, std::size_t& at) {
    Lines inner;
    while (at < lines.size() && (is_blank(lines[at]) || is_indented(lines[at]))) {
      inner.push_back(lines[at++]);
    }
    return quoted("", blocks(dedented(std::move(inner)), false));
  }

  std::string items(const Lines& lines, std::size_t& at) {
    std::string out;
    bool numbered = false;
    int number = 0;
    bool loose = false;
    while (at < lines.size()) {
      const std::size_t width = item_width(lines[at], numbered);
      if (width == 0) break;
      Lines inner{lines[at].substr(std::min(width, lines[at].size()))};
      ++at;
      while (at < lines.size() && (is_blank(lines[at]) || is_indented(lines[at]))) {
        const std::string& line = lines[at++];
        inner.push_back(line.substr(std::min({width, line.size(), line.find_first_not_of(' ')})));
      }
      const bool parted = !inner.empty() && is_blank(inner.back());
      while (!inner.empty() && is_blank(inner.back())) inner.pop_back();
      std::string mark = numbered ? std::to_string(++number) + "." : "-";
      mark.resize(4, ' ');
      if (loose) out += "\n";
      bool first = true;
      const std::string text = blocks(inner, false);
      for (const std::string_view line : split_lines(text)) {
        const std::string lead = first ? mark : std::string(4, ' ');
        out += (line.empty() ? "" : lead + std::string(line)) + "\n";
        first = false;
      }
      if (first) out += mark + "\n";
      loose = parted && inner.size() > 1;
    }
    return out;
  }

  std::string fields(const Lines& lines, std::size_t& at) {
    std::string out;
    const bool about = !begun_ && made_.text.empty();
    while (at < lines.size()) {
      const auto field = field_of(lines[at]);
      if (!field) break;
      const Lines block = block_from(lines, at, lines[at].find(':', 1) + 1);
      std::string text(trim(block.front()));
      for (std::size_t i = 1; i < block.size(); ++i) text += "\n" + block[i];
      if (!about) {
        out += "- **" + inline_text(field->name) +
               "**: " + replace_all(trim(inline_text(text)), "\n", " ") + "\n";
      }
      while (at < lines.size() && is_blank(lines[at]) && at + 1 < lines.size() &&
             field_of(lines[at + 1])) {
        ++at;
      }
    }
    return out;
  }

  std::string verses(const Lines& lines, std::size_t& at) {
    std::string out;
    for (; at < lines.size() && !is_blank(lines[at]); ++at) {
      const std::string& line = lines[at];
      if (!line.starts_with('|')) {
        out += " " + inline_text(trim(line));
        continue;
      }
      if (!out.empty()) out += "\\\n";
      out += inline_text(trim(std::string_view(line).substr(1)));
    }
    return out + "\n";
  }

  static std::string session(const Lines& lines, std::size_t& at) {
    Lines code;
    while (at < lines.size() && !is_blank(lines[at])) code.push_back(lines[at++]);
    return fenced("python", code);
  }

  std::string definition(const Lines& lines, std::size_t& at) {
    std::string out;
    while (at + 1 < lines.size() && !is_blank(lines[at]) && !is_indented(lines[at]) &&
           is_indented(lines[at + 1]) && !lines[at].starts_with("..")) {
      const std::string term = lines[at++];
      Lines inner;
      while (at < lines.size() && (is_blank(lines[at]) || is_indented(lines[at]))) {
        inner.push_back(lines[at++]);
      }
      const auto kind = term.find(" : ");
      std::string item = "**" + inline_text(std::string_view(term).substr(0, kind)) + "**";
      if (kind != std::string::npos) item += " (" + inline_text(term.substr(kind + 3)) + ")";
      out += (out.empty() ? "" : "\n") + std::string("-   ") + item + "\n\n";
      const std::string text = blocks(dedented(std::move(inner)), false);
      for (const std::string_view line : split_lines(text)) {
        out += (line.empty() ? "" : "    " + std::string(line)) + "\n";
      }
    }
    return out;
  }

  std::string paragraph(const Lines& lines, std::size_t& at) {
    std::string text;
    while (at < lines.size() && !is_blank(lines[at])) {
      if (!text.empty() && lines[at].starts_with(".. ")) break;
      text += (text.empty() ? "" : "\n") + std::string(trim(lines[at++]));
    }
    const bool literal = text.ends_with("::");
    if (literal) {
      text.resize(text.size() - 2);
      const bool alone = trim(text).empty();
      if (!alone && !text.ends_with(' ') && !text.ends_with('\n')) text += ':';
      text = trim_end(text);
    }
    std::string out = safe_lines(inline_text(text));
    if (!out.empty()) out += "\n";
    if (!literal) return out;
    Lines code;
    std::size_t next = at;
    while (next < lines.size() && (is_blank(lines[next]) || is_indented(lines[next]))) {
      code.push_back(lines[next++]);
    }
    code = dedented(std::move(code));
    if (code.empty()) return out;
    at = next;
    return out + (out.empty() ? "" : "\n") + fenced(language_, code);
  }

  // Lines of a paragraph that Markdown would take for a heading, a list or a quote.
  static std::string safe_lines(const std::string& text) {
    std::string out;
    for (const std::string_view line : split(text, '\n')) {
      bool numbered = false;
      const bool marks = line.starts_with('#') || line.starts_with("> ") ||
                         item_width(std::string(line), numbered) > 0 ||
                         rule_of(std::string(line)) != 0;
      if (!out.empty()) out += "\n";
      if (marks && numbered) {
        const auto dot = line.find_first_of(".)");
        out += std::string(line.substr(0, dot)) + "\\" + std::string(line.substr(dot));
      } else {
        out += (marks ? "\\" : "") + std::string(line);
      }
    }
    return out;
  }

  static bool is_grid(const std::string& line) {
    return line.size() > 4 && line.starts_with("+-") && line.ends_with('+') &&
           line.find_first_not_of("+-") == std::string::npos;
  }
  static bool is_simple_border(const std::string& line) {
    return line.starts_with("==") && contains(line, "= =") &&
           line.find_first_not_of("= ") == std::string::npos;
  }

  static std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t columns) {
    std::string out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out += "|";
      for (std::size_t c = 0; c < columns; ++c) {
        const std::string cell = c < rows[i].size() ? rows[i][c] : std::string();
        out += " " + replace_all(cell, "|", "\\|") + " |";
      }
      out += "\n";
      if (i > 0) continue;
      out += "|";
      for (std::size_t c = 0; c < columns; ++c) out += "---|";
      out += "\n";
    }
    return out;
  }

  std::string cell_text(const Lines& cell) {
    std::string out;
    const std::string text = blocks(dedented(cell), false);
    for (const std::string_view word : split_words(text)) {
      out += (out.empty() ? "" : " ") + std::string(word);
    }
    return out;
  }

  // A table whose cells span others is shown as it is drawn.
  std::string grid_table(const Lines& lines, std::size_t& at) {
    Lines drawn;
    while (at < lines.size() && (lines[at].starts_with('+') || lines[at].starts_with('|'))) {
      drawn.push_back(lines[at++]);
    }
    std::vector<std::size_t> marks;
    for (std::size_t i = 0; i < drawn.front().size(); ++i) {
      if (drawn.front()[i] == '+') marks.push_back(i);
    }
    std::vector<std::vector<std::string>> rows;
    std::vector<Lines> cells(marks.size() - 1);
    for (std::size_t l = 1; l < drawn.size(); ++l) {
      const std::string& line = drawn[l];
      const bool border = line.find_first_not_of("+-=") == std::string::npos;
      for (const std::size_t mark : marks) {
        if (line.size() <= mark || (line[mark] != '|' && line[mark] != '+')) {
          return fenced("text", drawn);
        }
      }
      if (border) {
        std::vector<std::string> row;
        for (Lines& cell : cells) row.push_back(cell_text(std::exchange(cell, {})));
        rows.push_back(std::move(row));
        continue;
      }
      for (std::size_t c = 0; c + 1 < marks.size(); ++c) {
        cells[c].push_back(spaces_for_tabs(line.substr(marks[c] + 1, marks[c + 1] - marks[c] - 1)));
      }
    }
    return table(rows, cells.size());
  }

  std::string simple_table(const Lines& lines, std::size_t& at) {
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    const std::string& border = lines[at];
    for (std::size_t i = 0; i < border.size();) {
      const auto end = std::min(border.find(' ', i), border.size());
      spans.emplace_back(i, end);
      i = std::min(border.find('=', end), border.size());
    }
    ++at;
    std::vector<std::vector<Lines>> rows;
    int borders = 0;
    const bool headed = [&] {
      int seen = 0;
      for (std::size_t i = at; i < lines.size(); ++i) {
        if (!is_simple_border(lines[i])) continue;
        ++seen;
        if (i + 1 >= lines.size() || is_blank(lines[i + 1])) break;
      }
      return seen > 1;
    }();
    for (; at < lines.size(); ++at) {
      const std::string& line = lines[at];
      if (is_simple_border(line)) {
        ++borders;
        if (borders == (headed ? 2 : 1)) {
          ++at;
          break;
        }
        continue;
      }
      if (is_blank(line)) continue;
      if (line.find_first_not_of("- ") == std::string::npos) continue;
      std::vector<std::string> parts;
      for (std::size_t c = 0; c < spans.size(); ++c) {
        const auto [from, to] = spans[c];
        const std::size_t end = c + 1 == spans.size() ? line.size() : to;
        parts.push_back(from < line.size() ? std::string(trim(line.substr(from, end - from))) : "");
      }
      // Without a first cell it goes on with the row above.
      if (parts.front().empty() && !rows.empty()) {
        for (std::size_t c = 0; c < parts.size(); ++c) rows.back()[c].push_back(parts[c]);
        continue;
      }
      rows.emplace_back();
      for (std::string& part : parts) rows.back().push_back({std::move(part)});
    }
    std::vector<std::vector<std::string>> texts;
    if (!headed) texts.emplace_back();
    for (const auto& row : rows) {
      std::vector<std::string>& cells = texts.emplace_back();
      for (const Lines& cell : row) cells.push_back(cell_text(cell));
    }
    return table(texts, spans.size());
  }

  const BookPage& book_;
  MadePage& made_;
  RstNames& known_;
  RstInline inline_;
  std::vector<std::string> styles_;
  std::string language_;
  bool begun_ = false;
};

}  // namespace

MadePage page_of_rst(std::string_view text, const BookPage& book) {
  MadePage made;
  RstNames known;
  Reader reader(book, made, known);
  const Lines lines = lines_of(text);
  reader.learn(lines);
  made.text = reader.document(lines);
  return made;
}

std::map<std::string, std::string> labels_of(std::string_view text, bool markdown) {
  std::map<std::string, std::string> out;
  std::vector<std::string> open;
  const Lines lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string plain(trim(lines[i]));
    if (markdown && plain.starts_with('(') && plain.ends_with(")=")) {
      open.push_back(plain.substr(1, plain.size() - 3));
    } else if (!markdown && plain.starts_with(".. _") && plain.ends_with(':')) {
      open.push_back(replace_all(plain.substr(4, plain.size() - 5), "`", ""));
    } else if (!plain.empty() && !open.empty()) {
      const bool over = !markdown && rule_of(plain) != 0 && i + 1 < lines.size();
      const bool under = !markdown && i + 1 < lines.size() && rule_of(lines[i + 1]) != 0;
      std::string title = over    ? std::string(trim(lines[i + 1]))
                          : under ? plain
                          : markdown && plain.starts_with('#')
                              ? std::string(trim(std::string_view(plain).substr(
                                    std::min(plain.find_first_not_of('#'), plain.size()))))
                              : std::string();
      for (const std::string& label : open) out.emplace(lower(label), title);
      open.clear();
    }
  }
  for (const std::string& label : open) out.emplace(lower(label), "");
  return out;
}

std::string book_title(std::string_view text, bool markdown) {
  if (markdown) {
    const syntax::MarkdownDocument document = syntax::parse_markdown(text);
    return document.headings.empty() ? std::string()
                                     : std::string(trim(document.headings.front().text));
  }
  const Lines lines = lines_of(text);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (is_blank(lines[i]) || is_indented(lines[i]) || rule_of(lines[i]) != 0) continue;
    if (rule_of(lines[i + 1]) != 0 && lines[i + 1].size() + 3 >= lines[i].size()) {
      return replace_all(lines[i], "`", "");
    }
  }
  return {};
}

}  // namespace pawl::recipes
