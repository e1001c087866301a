#include "guards/documents/markdown_damage.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using syntax::MarkdownDocument;

// What it says, without marks.
std::string said_by(std::string_view line) {
  const std::string text = replace_all(line, "&#35;", "");
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return is_letter_or_digit(c); });
  return out;
}

std::string unspaced(std::string_view line) {
  std::string out;
  std::copy_if(line.begin(), line.end(), std::back_inserter(out),
               [](char c) { return !is_space(c); });
  return out;
}

// `|---|:--:|`
bool is_delimiter(std::string_view line) {
  line = trim(line);
  return contains(line, "|") && contains(line, "-") &&
         line.find_first_not_of("|-: \t") == std::string_view::npos;
}

// Not all readers end a cell at a bar between backquotes.
std::vector<std::string_view> cells_of(std::string_view row) {
  row = trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|') && !row.ends_with("\\|")) row.remove_suffix(1);
  std::vector<std::string_view> cells;
  std::size_t from = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= row.size(); ++i) {
    if (i < row.size() && row[i] == '`') quoted = !quoted;
    const bool splits = i == row.size() || (row[i] == '|' && (i == 0 || row[i - 1] != '\\'));
    if (!splits || (quoted && i < row.size())) continue;
    cells.push_back(trim(row.substr(from, i - from)));
    from = i + 1;
  }
  return cells;
}

// Nothing, or dots that stand for something.
bool shows_nothing(std::string_view code) {
  code = trim(code);
  for (const std::string_view mark : {"#", "//", "--", "<!--", "/*"}) {
    if (code.starts_with(mark)) code = trim(code.substr(mark.size()));
  }
  return code.find_first_not_of(". \t") == std::string_view::npos || code == "\u2026";
}

// `.. note::`, `` `text <address>`_ ``
bool is_restructured(std::string_view line) {
  if (rst_indent(line) < 4 && !rst_directive(line).name.empty()) return true;
  const auto end = line.find(">`_");
  if (end == std::string_view::npos) return false;
  const auto begin = line.substr(0, end).rfind('`');
  return begin != std::string_view::npos && contains(line.substr(begin, end - begin), " <");
}

class MarkdownDamage {
 public:
  MarkdownDamage(const DocChange& change, const MarkdownDocument& before,
                 const MarkdownDocument& after)
      : change_(change), before_(before), after_(after) {}

  std::vector<DocFault> find() {
    headings();
    tables();
    links();
    emptied_code();
    foreign_marks();
    return std::move(out_);
  }

 private:
  void add(DocFaultKind kind, std::size_t line, std::string_view snippet) {
    out_.push_back({kind, static_cast<int>(line) + 1, printable(trim(snippet), 80)});
  }
  bool is_code(std::size_t line) const { return change_.code_after[line]; }

  // A line that came for a heading says the same, and is none.
  void headings() {
    for (const Hunk& hunk : change_.hunks) {
      std::set<std::string> gone;
      for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
        const std::string_view line = trim(change_.before[i]);
        if (line.starts_with('#') && !change_.code_before[i]) gone.insert(said_by(line));
      }
      gone.erase("");
      for (std::size_t i = hunk.after_begin; i < hunk.after_end && !gone.empty(); ++i) {
        const std::string_view line = change_.after[i];
        if (!gone.contains(said_by(line)) || is_heading(i) || is_shown(i)) continue;
        const std::string_view text = trim(line);
        const bool marked = text.starts_with('#') || text.starts_with("\\#") ||
                            text.starts_with("&#35;") || text.starts_with("\uFF03");
        if (marked) add(DocFaultKind::broken_heading, i, line);
      }
    }
  }

  // Among other lines of code: it was a comment of theirs before.
  bool is_shown(std::size_t line) const {
    const bool above = line > 0 && is_code(line - 1);
    return is_code(line) && (above || (line + 1 < change_.after.size() && is_code(line + 1)));
  }

  bool is_heading(std::size_t line) const {
    const int number = static_cast<int>(line) + 1;
    return std::any_of(after_.headings.begin(), after_.headings.end(),
                       [&](const syntax::Heading& heading) { return heading.line == number; });
  }

  void tables() {
    for (const Hunk& hunk : change_.hunks) {
      bool took = false;
      for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
        took = took || (is_delimiter(change_.before[i]) && !change_.code_before[i]);
      }
      bool brought = false;
      for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
        brought = brought || is_delimiter(change_.after[i]);
        if (is_delimiter(change_.after[i])) delimiter(i);
      }
      if (took && !brought) undelimited(hunk);
    }
    for (const Block& block : after_.blocks) {
      if (block.kind == BlockKind::table) rows(block);
    }
  }

  // As many cells as the row above, or it is no table.
  void delimiter(std::size_t line) {
    if (line == 0 || is_code(line) || in_table(line)) return;
    const std::string_view head = trim(change_.after[line - 1]);
    if (!head.starts_with('|') || is_delimiter(head)) return;
    if (cells_of(head).size() != cells_of(change_.after[line]).size()) {
      add(DocFaultKind::broken_table, line, head);
    }
  }

  void undelimited(const Hunk& hunk) {
    const std::size_t from = hunk.after_begin == 0 ? 0 : hunk.after_begin - 1;
    for (std::size_t i = from; i + 1 < change_.after.size() && i <= hunk.after_end; ++i) {
      const bool rows = trim(change_.after[i]).starts_with('|') &&
                        trim(change_.after[i + 1]).starts_with('|') && !is_code(i);
      if (rows && !in_table(i)) return add(DocFaultKind::broken_table, i, change_.after[i]);
    }
  }

  bool in_table(std::size_t line) const {
    const int number = static_cast<int>(line) + 1;
    return std::any_of(after_.blocks.begin(), after_.blocks.end(), [&](const Block& block) {
      return block.kind == BlockKind::table && block.line <= number && number <= block.last_line;
    });
  }

  // What a row holds beyond the columns is not shown.
  void rows(const Block& block) {
    // A paragraph may stand right above its head.
    auto first = static_cast<std::size_t>(block.line) - 1;
    const std::size_t last =
        std::min<std::size_t>(static_cast<std::size_t>(block.last_line), change_.after.size());
    while (first < last && !is_delimiter(change_.after[first])) ++first;
    if (first == last) return;
    const std::size_t columns = cells_of(change_.after[first]).size();
    for (const Hunk& hunk : change_.hunks) {
      const std::size_t begin = std::max(hunk.after_begin, first + 1);
      const std::size_t end = std::min(hunk.after_end, last);
      for (std::size_t i = begin; i < end; ++i) {
        if (hides_cells(change_.after[i], columns) && !hid_cells(hunk, columns)) {
          add(DocFaultKind::broken_table, i, change_.after[i]);
        }
      }
    }
  }

  static bool hides_cells(std::string_view row, std::size_t columns) {
    const auto cells = cells_of(row);
    return cells.size() > columns &&
           std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(columns), cells.end(),
                       [](std::string_view cell) { return !cell.empty(); });
  }
  bool hid_cells(const Hunk& hunk, std::size_t columns) const {
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      if (hides_cells(change_.before[i], columns)) return true;
    }
    return false;
  }

  // A link less, and a new line shows its brackets and its address.
  void links() {
    std::map<std::string_view, int> lost;
    // An address by itself is what is left of a link.
    for (const syntax::Link& link : before_.links) lost[link.target] += link.text != link.target;
    for (const syntax::Link& link : after_.links) lost[link.target] -= link.text != link.target;
    for (const auto& [target, times] : lost) {
      if (times <= 0 || target.size() < 4) continue;
      const std::string address = unspaced(target);
      for (const Hunk& hunk : change_.hunks) {
        if (had_link(hunk, target)) shown_link(hunk, target, address);
      }
    }
  }

  bool had_link(const Hunk& hunk, std::string_view target) const {
    const std::string marked = "](" + std::string(target);
    // `[a]((./b.md))`: it was mended.
    if (target.starts_with('(')) return false;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      if (contains(change_.before[i], marked) && !change_.code_before[i]) return true;
    }
    return false;
  }

  // Not only the beginning of a longer one.
  static bool names_address(std::string_view line, std::string_view target) {
    for (auto at = line.find(target); at != std::string_view::npos;
         at = line.find(target, at + 1)) {
      std::string_view rest = line.substr(at + target.size());
      if (rest.starts_with('.') || rest.starts_with(',')) rest.remove_prefix(1);
      if (rest.empty() || contains(" )]}>\"'|", rest.substr(0, 1))) return true;
    }
    return false;
  }
  static bool is_link(std::string_view line, std::string_view target) {
    const std::string marked = "](" + std::string(target);
    for (auto at = line.find(marked); at != std::string_view::npos;
         at = line.find(marked, at + 1)) {
      const std::string_view rest = line.substr(at + marked.size());
      const bool ends = rest.starts_with(')') || (rest.starts_with(' ') && contains(rest, ")"));
      if (ends && contains(line.substr(0, at), "[")) return true;
    }
    return false;
  }

  void shown_link(const Hunk& hunk, std::string_view target, const std::string& address) {
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string line = unspaced(change_.after[i]);
      const auto at = line.find(address);
      if (is_code(i) || at == std::string::npos || at == 0) continue;
      if (!names_address(change_.after[i], target) || is_link(change_.after[i], target)) continue;
      const std::string_view before = std::string_view(line).substr(0, at);
      const std::string_view behind = std::string_view(line).substr(at + address.size());
      const auto bracket = before.find_last_of("[]");
      // `[text(a)`, `[text](a`, `[text] (a)`, `(text)[a]`, `text](a)`, `[text]a)`
      const bool typed = before.ends_with("](") || before.ends_with(")[") ||
                         before.ends_with(']') || before.ends_with("]{") ||
                         (before.ends_with('(') && bracket != std::string_view::npos &&
                          (before[bracket] == '[' || behind.starts_with(')')));
      const bool quoted = before.ends_with("`[") || behind.starts_with(")`");
      if (typed && !quoted) return add(DocFaultKind::broken_link, i, change_.after[i]);
    }
  }

  void emptied_code() {
    for (const Block& block : after_.blocks) {
      if (block.kind != BlockKind::code || block.fence == 0 || !shows_nothing(block.text)) continue;
      const auto first = static_cast<std::size_t>(block.line);  // the line behind the mark, from 0
      const auto last = static_cast<std::size_t>(block.last_line);
      for (const Hunk& hunk : change_.hunks) {
        if (hunk.after_begin < first || hunk.after_end > last) continue;
        for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
          if (!change_.code_before[i] || shows_nothing(change_.before[i])) continue;
          add(DocFaultKind::emptied_code, first - 1, change_.after[first - 1]);
          break;
        }
      }
    }
  }

  void foreign_marks() {
    const auto& old = change_.before;
    for (const Hunk& hunk : change_.hunks) {
      for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
        if (is_code(i) || !is_restructured(change_.after[i])) continue;
        // Some sites read both.
        if (std::any_of(old.begin(), old.end(), &is_restructured)) return;
        add(DocFaultKind::foreign_mark, i, change_.after[i]);
      }
    }
  }

  const DocChange& change_;
  const MarkdownDocument& before_;
  const MarkdownDocument& after_;
  std::vector<DocFault> out_;
};

}  // namespace

std::vector<DocFault> markdown_damage(const DocChange& change, const MarkdownDocument& before,
                                      const MarkdownDocument& after) {
  return MarkdownDamage(change, before, after).find();
}

}  // namespace pawl::guards
