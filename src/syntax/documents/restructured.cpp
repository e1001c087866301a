#include "syntax/documents/restructured.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/recent.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kRstBytesMax = std::size_t{2} << 20U;
constexpr std::string_view kAdornments = "=-~^\"'`#*+.:_<>!$%&(),/;?@[\\]{|}";

std::size_t rst_indent(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool is_blank_line(std::string_view line) { return rst_indent(line) == line.size(); }

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

bool holds_code(std::string_view name) {
  return among({"code", "code-block", "sourcecode", "parsed-literal", "prompt", "doctest",
                "testcode", "ipython"},
               name);
}

// What stands below them is no text of the page.
bool holds_no_text(std::string_view name) {
  return among({"raw",       "math",        "graphviz",       "csv-table",
                "digraph",   "graph",       "mermaid",        "plantuml",
                "uml",       "toctree",     "contents",       "highlight",
                "image",     "include",     "literalinclude", "meta",
                "index",     "automodule",  "autoclass",      "autofunction",
                "testsetup", "testcleanup", "testoutput",     "productionlist",
                "role",      "default-role"},
               name);
}

// The length of the mark of an item: `- `, `#. `, `12) `, `| `.
std::size_t item_mark(std::string_view text) {
  if (text.size() > 1 && contains("-*+|", text.substr(0, 1)) && text[1] == ' ') return 2;
  std::size_t end = text.starts_with("#") ? 1 : 0;
  while (end < text.size() && end < 3 && is_digit(text[end])) ++end;
  const bool marked = end > 0 && end + 1 < text.size() && (text[end] == '.' || text[end] == ')') &&
                      text[end + 1] == ' ';
  return marked ? end + 2 : 0;
}

bool is_border(std::string_view line) {
  line = trim(line);
  return line.size() > 6 && line.starts_with("==") && contains(line, " ") &&
         line.find_first_not_of("= ") == std::string_view::npos;
}

class RstReader {
 public:
  explicit RstReader(std::string_view text) : lines_(split_lines(text)) {}

  MarkdownDocument read() {
    while (at_ < lines_.size()) step();
    return std::move(out_);
  }

 private:
  std::string_view line(std::size_t at) const {
    return at < lines_.size() ? lines_[at] : std::string_view();
  }
  static int number(std::size_t at) { return static_cast<int>(at) + 1; }

  void step() {
    const std::string_view text = line(at_);
    const std::string_view bare = trim(text);
    if (bare.empty()) {
      ++at_;
    } else if (bare == ".." || bare.starts_with(".. ")) {
      explicit_markup();
    } else if (is_section()) {
      section();
    } else if (bare.starts_with(">>> ")) {
      code_until_blank();
    } else if (bare.starts_with("+-") || bare.starts_with("+=") || is_border(text)) {
      table();
    } else if (is_adornment(bare)) {
      ++at_;
    } else {
      paragraph();
    }
  }

  Block& add(BlockKind kind, std::size_t first, std::size_t last, std::string text) {
    Block& block = out_.blocks.emplace_back();
    block.kind = kind;
    block.line = number(first);
    block.last_line = number(last);
    block.text = std::move(text);
    return block;
  }

  // Behind the last line that stands further to the right.
  std::size_t end_of_body(std::size_t from, std::size_t indent) const {
    std::size_t end = from;
    for (std::size_t i = from; i < lines_.size(); ++i) {
      if (is_blank_line(lines_[i])) continue;
      if (rst_indent(lines_[i]) <= indent) break;
      end = i + 1;
    }
    return end;
  }

  void add_code(std::size_t mark, std::size_t from, std::size_t end, std::string_view info) {
    std::size_t left = std::string_view::npos;
    for (std::size_t i = from; i < end; ++i) {
      if (!is_blank_line(lines_[i])) left = std::min(left, rst_indent(lines_[i]));
    }
    std::string text;
    for (std::size_t i = from; i < end; ++i) {
      text += lines_[i].substr(std::min(left, lines_[i].size()));
      text += '\n';
    }
    Block& block = add(BlockKind::code, mark, std::max(end, from + 1) - 1, text);
    block.info = info;
    out_.code_blocks.push_back({std::string(info), std::move(text), number(mark)});
  }

  void explicit_markup() {
    const std::size_t mark = at_;
    const std::size_t end = end_of_body(mark + 1, rst_indent(line(mark)));
    RstDirective directive;
    if (read_directive(line(mark), directive)) return read_body(directive, mark, end);
    const std::string_view rest = trim(trim(line(mark)).substr(2));
    at_ = mark + 1;
    if (rest.starts_with('_')) {
      target(rest.substr(1), mark);
    } else if (!rest.starts_with('[')) {
      std::string comment = "<!-- " + std::string(rest);
      for (std::size_t i = mark + 1; i < end; ++i) comment += "\n" + std::string(trim(lines_[i]));
      add(BlockKind::html, mark, std::max(end, mark + 1) - 1, comment + " -->");
      at_ = std::max(end, mark + 1);
    }
  }

  // `name:` or `name: https://a.com`
  void target(std::string_view rest, std::size_t mark) {
    const auto colon = rest.find(": ");
    if (colon == std::string_view::npos) {
      out_.ids.push_back(replace_all(rest.substr(0, rest.rfind(':')), "`", ""));
      return;
    }
    const std::string_view place = trim(rest.substr(colon + 2));
    if (!place.ends_with('_')) link(place, rest.substr(0, colon), false, mark);
  }

  void read_body(const RstDirective& directive, std::size_t mark, std::size_t end) {
    std::size_t from = mark + 1;
    while (from < end && trim(lines_[from]).starts_with(':')) ++from;
    at_ = std::max(end, mark + 1);
    if (directive.name == "image" || directive.name == "figure") {
      link(directive.argument, {}, true, mark);
      for (std::size_t i = mark + 1; i < from; ++i) {
        const std::string_view option = trim(lines_[i]);
        if (option.starts_with(":target: ")) link(trim(option.substr(9)), {}, false, i);
      }
    }
    if (holds_code(directive.name)) return add_code(mark, from, end, directive.argument);
    if (holds_no_text(directive.name)) return;
    if (!directive.argument.empty() && !contains(directive.name, ":")) {
      add(BlockKind::paragraph, mark, mark, {});
      inline_text(directive.argument, mark);
    }
    at_ = std::max(from, mark + 1);
  }

  void link(std::string_view place, std::string_view text, bool image, std::size_t at) {
    if (place.empty()) return;
    out_.links.push_back({std::string(place), std::string(text), image, number(at)});
  }

  bool is_section() const {
    const std::string_view text = trim_end(line(at_));
    const std::string_view below = trim_end(line(at_ + 1));
    if (is_adornment(text)) {
      const std::string_view closing = trim_end(line(at_ + 2));
      return closing == text && !is_blank_line(below) && !is_adornment(trim(below));
    }
    return rst_indent(text) == 0 && is_adornment(below) &&
           (below.size() >= characters_in(text) || below.size() >= 4);
  }

  void section() {
    const bool over = is_adornment(trim_end(line(at_)));
    const std::size_t title = at_ + (over ? 1 : 0);
    const std::string style = (over ? "^" : "") + std::string(1, line(title + 1).front());
    auto known = std::find(styles_.begin(), styles_.end(), style);
    if (known == styles_.end()) known = styles_.insert(styles_.end(), style);
    const int level = static_cast<int>(known - styles_.begin()) + 1;
    const std::string text(trim(line(title)));
    add(BlockKind::heading, at_, title + 1, text).level = level;
    out_.headings.push_back({level, text, number(title)});
    at_ = title + 2;
  }

  void code_until_blank() {
    const std::size_t from = at_;
    while (at_ < lines_.size() && !is_blank_line(lines_[at_])) ++at_;
    add_code(from, from, at_, "pycon");
  }

  void table() {
    const std::size_t from = at_;
    const bool simple = is_border(line(at_));
    std::string text;
    for (; at_ < lines_.size(); ++at_) {
      const std::string_view row = lines_[at_];
      if (is_blank_line(row) && (!simple || is_border(line(at_ - 1)))) break;
      if (!simple && !contains("+|", trim(row).substr(0, 1))) break;
      text.append(trim(row)).append("\n");
      if (simple && at_ > from + 1 && is_border(row) && is_blank_line(line(at_ + 1))) {
        ++at_;
        break;
      }
    }
    ++out_.tables;
    add(BlockKind::table, from, at_ - 1, {});
    inline_text(text, from);
    out_.blocks.back().text = std::move(text);
  }

  void paragraph() {
    const std::size_t from = at_;
    const std::string_view first = trim(line(from));
    const std::size_t mark = item_mark(first);
    const std::size_t indent = rst_indent(line(from)) + mark;
    std::string text(trim(first.substr(mark)));
    for (++at_; at_ < lines_.size() && !is_blank_line(lines_[at_]); ++at_) {
      const std::string_view next = trim(lines_[at_]);
      if (rst_indent(lines_[at_]) != indent || item_mark(next) > 0 || next.starts_with(".. "))
        break;
      text.append(" ").append(next);
    }
    const bool literal = text.ends_with("::");
    if (literal) text.resize(text.size() - (text.size() > 2 ? 1 : 2));
    if (!text.empty()) {
      add(BlockKind::paragraph, from, at_ - 1, {});
      inline_text(text, from);
    }
    if (!literal) return;
    const std::size_t end = end_of_body(at_, rst_indent(line(from)));
    std::size_t begin = at_;
    while (begin < end && is_blank_line(lines_[begin])) ++begin;
    if (begin >= end) return;
    add_code(begin, begin, end, {});
    at_ = end;
  }

  void piece(PieceKind kind, std::string_view text, bool linked = false) {
    if (text.empty()) return;
    Block& block = out_.blocks.back();
    block.text += text;
    block.pieces.push_back({kind, std::string(text), linked});
    if (kind == PieceKind::text) out_.words += split_words(text).size();
  }

  // Into the last block.
  void inline_text(std::string_view text, std::size_t at) {
    std::size_t plain = 0;
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] == '\\') {
        i += 2;
        continue;
      }
      if (text[i] != '`') {
        ++i;
        continue;
      }
      const bool twice = text.substr(i).starts_with("``");
      const std::string_view mark = twice ? "``" : "`";
      const std::size_t close = text.find(mark, i + mark.size());
      if (close == std::string_view::npos) break;
      const std::string_view inside = text.substr(i + mark.size(), close - i - mark.size());
      // `:role:` before it.
      std::size_t begin = i;
      if (!twice && i > plain && text[i - 1] == ':') {
        while (begin > plain && text[begin - 1] != ' ' && text[begin - 1] != '(') --begin;
      }
      piece(PieceKind::text, text.substr(plain, begin - plain));
      const std::size_t end = close + mark.size();
      if (twice || begin < i) {
        piece(PieceKind::code, inside);
      } else {
        reference(inside, text.substr(end).starts_with('_'), at);
      }
      i = std::min(text.find_first_not_of('_', end), text.size());
      plain = i;
    }
    piece(PieceKind::text, text.substr(plain));
  }

  // `text <target>`_
  void reference(std::string_view inside, bool linked, std::size_t at) {
    const auto open = inside.rfind('<');
    if (!linked || open == std::string_view::npos || !inside.ends_with('>')) {
      return piece(PieceKind::text, inside, linked);
    }
    const std::string_view place = inside.substr(open + 1, inside.size() - open - 2);
    if (!place.ends_with('_')) link(trim(place), trim(inside.substr(0, open)), false, at);
    piece(PieceKind::text, trim(inside.substr(0, open)), true);
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::vector<std::string> styles_;  // of headings, the first one is level 1
  MarkdownDocument out_;
};

}  // namespace

bool is_adornment(std::string_view line) {
  return line.size() > 2 && kAdornments.find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

bool read_directive(std::string_view line, RstDirective& out) {
  out.indent = rst_indent(line);
  std::string_view rest = line.substr(out.indent);
  if (!rest.starts_with(".. ")) return false;
  rest = trim(rest.substr(3));
  if (rest.starts_with('|')) rest = trim(rest.substr(std::min(rest.find("| ") + 1, rest.size())));
  const auto mark = rest.find("::");
  if (mark == std::string_view::npos || rest.substr(0, mark).find(' ') != rest.npos) return false;
  out.name = rest.substr(0, mark);
  out.argument = trim(rest.substr(mark + 2));
  return true;
}

MarkdownDocument parse_restructured(std::string_view text) {
  return RstReader(text.substr(0, kRstBytesMax)).read();
}

std::shared_ptr<const MarkdownDocument> shared_restructured(std::string_view text) {
  enum class What : std::uint8_t { restructured };
  thread_local Recent<What, std::shared_ptr<const MarkdownDocument>> recent;
  if (const auto* known = recent.find(What::restructured, text)) return *known;
  auto made = std::make_shared<const MarkdownDocument>(parse_restructured(text));
  recent.keep(What::restructured, text, made);
  return made;
}

}  // namespace pawl::syntax
