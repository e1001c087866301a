#include "cli/kit/page.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kCodeIndent = 4;
constexpr std::size_t kFirstColumnMax = 24;
constexpr std::size_t kColumnMin = 12;

// The text of a link, and its address where that leads out of the pages.
std::string link_text(std::string_view text, std::string_view address) {
  std::string out(text);
  if (address.starts_with("http") && address != text) out += " (" + std::string(address) + ")";
  return out;
}

// Inline marks of a paragraph or a cell, without a line break.
std::string inline_text(std::string_view text, bool color) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.front() == '`') {
      const auto end = rest.find('`', 1);
      if (end != std::string_view::npos) {
        out += color ? colored(Paint::bold, rest.substr(1, end - 1))
                     : std::string(rest.substr(0, end + 1));
        i += end + 1;
        continue;
      }
    }
    if (rest.front() == '[') {
      const auto middle = rest.find("](");
      const auto end = middle == std::string_view::npos ? middle : rest.find(')', middle);
      if (end != std::string_view::npos && rest.find(']') == middle) {
        const std::string label = inline_text(rest.substr(1, middle - 1), color);
        out += link_text(label, rest.substr(middle + 2, end - middle - 2));
        i += end + 1;
        continue;
      }
    }
    if (rest.starts_with("**")) {
      const auto end = rest.find("**", 2);
      if (end != std::string_view::npos) {
        const std::string_view strong = rest.substr(2, end - 2);
        out += color ? colored(Paint::bold, strong) : std::string(strong);
        i += end + 2;
        continue;
      }
    }
    out += rest.front();
    ++i;
  }
  return out;
}

std::size_t blanks_before(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// `| a | b \| c |` → a, b | c.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  row = trim(row);
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cell += '|';
      ++i;
    } else if (row[i] == '|') {
      cells.emplace_back(trim(cell));
      cell.clear();
    } else {
      cell += row[i];
    }
  }
  return cells;
}

std::vector<std::string> filled(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  const std::string whole = wrapped(text, width, 0);
  for (const std::string_view line : split_lines(whole)) lines.emplace_back(line);
  if (lines.empty()) lines.emplace_back();
  return lines;
}

// Parts that belong together: what is in brackets is not torn apart.
std::vector<std::string> parts_of_usage(std::string_view usage) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (const char c : usage) {
    if (c == '[' || c == '(' || c == '<') ++depth;
    if (c == ']' || c == ')' || c == '>') --depth;
    if (c == ' ' && depth <= 0) {
      if (!part.empty()) parts.push_back(std::exchange(part, {}));
    } else {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

class PageWriter {
 public:
  PageWriter(std::string_view markdown, const PageLook& look)
      : lines_(split_lines(markdown)), look_(look) {}

  std::string write() && {
    while (at_ < lines_.size()) block();
    return std::move(out_);
  }

 private:
  bool more() const { return at_ < lines_.size(); }
  std::string_view line() const { return lines_[at_]; }

  void block() {
    if (trim(line()).empty()) {
      ++at_;
      return;
    }
    if (!out_.empty() && !(after_heading_ && line().starts_with("|"))) {
      out_ += after_heading_ ? "" : "\n";
    }
    after_heading_ = false;
    if (line().starts_with("#")) {
      heading();
    } else if (line().starts_with("```")) {
      fence();
    } else if (blanks_before(line()) >= kCodeIndent) {
      code();
    } else if (line().starts_with("|")) {
      table_rows();
    } else if (is_item(line())) {
      list();
    } else {
      paragraph();
    }
  }

  void heading() {
    std::string_view text = line();
    const bool top = text.starts_with("# ");
    text = trim(text.substr(text.find_first_not_of('#')));
    const std::string plain = inline_text(text, false);
    out_ += (look_.color ? colored(Paint::bold, plain) : plain) + "\n";
    if (top) {
      out_ += "\n";
    }
    after_heading_ = true;
    ++at_;
  }

  void fence() {
    for (++at_; more() && !line().starts_with("```"); ++at_) out_ += "    " + text_of(line());
    if (more()) ++at_;
  }

  static std::string text_of(std::string_view text) { return std::string(trim_end(text)) + "\n"; }

  void code() {
    std::vector<std::string_view> block;
    while (more() && (trim(line()).empty() || blanks_before(line()) >= kCodeIndent)) {
      block.push_back(lines_[at_++]);
    }
    while (!block.empty() && trim(block.back()).empty()) block.pop_back();
    if (std::exchange(usage_told_, true)) {
      for (const std::string_view each : block) out_ += text_of(each);
    } else {
      usage(block);
    }
  }

  // The first block of code says what the command takes; lines that stand further in go on.
  void usage(const std::vector<std::string_view>& block) {
    std::vector<std::string> calls;
    for (const std::string_view each : block) {
      if (blanks_before(each) == kCodeIndent || calls.empty()) {
        calls.emplace_back(trim(each));
      } else {
        calls.back() += " " + std::string(trim(each));
      }
    }
    for (const std::string& call : calls) one_usage(call);
  }

  void one_usage(const std::string& call) {
    const std::vector<std::string> parts = parts_of_usage(call);
    std::string current = "    ";
    std::size_t hanging = kCodeIndent;
    for (const std::string& part : parts) {
      const bool word = part.front() != '[' && part.front() != '<' && part.front() >= 'a';
      if (word && current.size() + part.size() < look_.width / 2 && hanging + 1 >= current.size()) {
        hanging = current.size() + part.size() + (current.size() > kCodeIndent ? 2 : 1);
      }
      const bool first = current.find_first_not_of(' ') == std::string::npos;
      if (!first && display_width(current) + 1 + display_width(part) > look_.width) {
        out_ += current + "\n";
        current = std::string(hanging, ' ') + part;
      } else {
        current += (first ? "" : " ") + part;
      }
    }
    out_ += current + "\n";
  }

  static bool is_item(std::string_view text) {
    text.remove_prefix(blanks_before(text));
    if (text.starts_with("- ") || text.starts_with("* ")) return true;
    const auto digits = text.find_first_not_of("0123456789");
    return digits != std::string_view::npos && digits > 0 && text.substr(digits).starts_with(". ");
  }

  void list() {
    while (more() && is_item(line())) {
      const std::size_t indent = blanks_before(line());
      const std::string_view item = line().substr(indent);
      const std::size_t mark = item.find(' ') + 1;
      std::string text(item.substr(mark));
      ++at_;
      while (more() && !trim(line()).empty() && !is_item(line()) &&
             blanks_before(line()) > indent) {
        text += " " + std::string(trim(lines_[at_++]));
      }
      const std::string front = std::string(indent, ' ') + std::string(item.substr(0, mark));
      out_ += front + wrapped(inline_text(text, look_.color), look_.width, front.size()) + "\n";
    }
  }

  void paragraph() {
    std::string text;
    while (more() && !trim(line()).empty() && !line().starts_with("|") &&
           !line().starts_with("#") && !(text.size() > 0 && is_item(line()))) {
      text += " " + std::string(trim(lines_[at_++]));
    }
    out_ += wrapped(inline_text(text, look_.color), look_.width, 0) + "\n";
  }

  void table_rows() {
    std::vector<std::vector<std::string>> rows;
    for (; more() && line().starts_with("|"); ++at_) {
      if (line().find_first_not_of("|-: ") == std::string_view::npos) continue;
      std::vector<std::string> cells = cells_of(line());
      for (std::string& cell : cells) {
        // In a column of its own code needs no marks.
        cell =
            inline_text(&cell == &cells.front() ? replace_all(cell, "`", "") : cell, look_.color);
      }
      rows.push_back(std::move(cells));
    }
    if (rows.empty()) return;
    if (rows.front() == std::vector<std::string>{"option", "meaning"}) {
      rows.erase(rows.begin());
    } else {
      for (std::string& cell : rows.front()) cell = upper(cell);
    }
    columns(rows);
  }

  void columns(const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::size_t> widths = widths_of(rows);
    for (const std::vector<std::string>& row : rows) one_row(row, widths);
  }

  // Every column but the last is as wide as its widest cell, as far as that leaves room.
  std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) const {
    std::vector<std::size_t> widths;
    std::vector<std::size_t> words;  // the longest of each column
    for (const auto& row : rows) {
      widths.resize(std::max(widths.size(), row.size()));
      words.resize(widths.size());
      for (std::size_t i = 0; i < row.size(); ++i) {
        for (const std::string_view word : split_words(row[i])) {
          words[i] = std::max(words[i], display_width(word));
        }
        const std::size_t width = display_width(row[i]);
        const bool too_wide = i == 0 && width > kFirstColumnMax;
        if (!too_wide) widths[i] = std::max(widths[i], width);
      }
    }
    std::size_t left = look_.width > 2 ? look_.width - 2 : 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::size_t others = widths.size() - i - 1;
      const std::size_t room =
          left > others * (kColumnMin + 2) ? left - others * (kColumnMin + 2) : kColumnMin;
      const std::size_t share = others == 0 ? room : room / (i == 0 ? 1 : 2);
      widths[i] = std::min(widths[i], std::max({kColumnMin, words[i], share}));
      left -= std::min(left, widths[i] + 2);
    }
    return widths;
  }

  void one_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    const bool wide = display_width(row.front()) > widths.front();
    if (wide) out_ += "  " + wrapped(row.front(), look_.width, 2) + "\n";
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(wide && i == 0 ? std::vector<std::string>{""} : filled(row[i], widths[i]));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t n = 0; n < height; ++n) {
      std::string text = "  ";
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = n < cells[i].size() ? cells[i][n] : std::string();
        text += cell + std::string(widths[i] + 2 - std::min(widths[i], display_width(cell)), ' ');
      }
      out_ += text_of(text);
    }
  }

  std::vector<std::string_view> lines_;
  PageLook look_;
  std::size_t at_ = 0;
  std::string out_;
  bool after_heading_ = false;
  bool usage_told_ = false;
};

}  // namespace

std::string terminal_page(std::string_view markdown, const PageLook& look) {
  return PageWriter(markdown, look).write();
}

}  // namespace pawl::cli
