// What cmark would cost: an estimate that is never below what counts, from one look at each byte.
#include <algorithm>
#include <cstdint>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/limits.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kMarkdownBytesMax = std::size_t{2} << 20U;
// Of the squares of what one paragraph or row holds: 44,000 marks in one paragraph.
constexpr std::uint64_t kSquaresMax = 2'000'000'000;
constexpr std::uint64_t kCellsMax = 2'000'000;
// An address in angle brackets that is longer does not end, for all anybody cares.
constexpr std::size_t kAddressBytesMax = 2'000;

bool is_delimiter_row(std::string_view line) {
  return contains(line, "-") && contains(line, "|") &&
         line.find_first_not_of("|-: \t\r") == std::string_view::npos;
}

class Estimate {
 public:
  void line(std::string_view text) {
    if (trim(text).empty()) return end_paragraph();
    if (text.starts_with('#')) end_paragraph();
    const auto pipes = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '|'));
    squares_ += pipes * pipes;
    marks_ += marks_in(text);
    if (is_delimiter_row(text)) columns_ = std::max(columns_, pipes + 1);
    cells_ += columns_;
  }
  void end_paragraph() {
    squares_ += marks_ * marks_;
    marks_ = 0;
    columns_ = 0;
  }
  bool too_much() const { return squares_ > kSquaresMax || cells_ > kCellsMax; }

 private:
  static std::uint64_t marks_in(std::string_view line) {
    std::uint64_t marks = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '@') ++marks;
      if (c == '<') marks += opens_for_long(line.substr(i)) ? 1U : 0U;
      if (c != '*' && c != '_' && c != '~') continue;
      if (i > 0 && line[i - 1] == c) continue;  // of the same run
      const bool inside_word = c == '_' && i > 0 && i + 1 < line.size() &&
                               is_letter_or_digit(line[i - 1]) && is_letter_or_digit(line[i + 1]);
      marks += inside_word ? 0U : 1U;
    }
    return marks;
  }

  static bool opens_for_long(std::string_view rest) {
    return rest.substr(0, kAddressBytesMax).find('>') == std::string_view::npos;
  }

  std::uint64_t squares_ = 0;
  std::uint64_t marks_ = 0;  // of the paragraph
  std::uint64_t columns_ = 0;
  std::uint64_t cells_ = 0;
};

}  // namespace

std::optional<std::string> unreadable_markdown(std::string_view text) {
  if (text.size() > kMarkdownBytesMax) return "larger than 2 MiB, of which the rest is not read";
  Estimate estimate;
  for (const std::string_view line : split_lines(text)) {
    estimate.line(line);
    if (estimate.too_much()) break;
  }
  estimate.end_paragraph();
  if (!estimate.too_much()) return std::nullopt;
  return "holds more marks in a paragraph, or cells in a table, than people write";
}

}  // namespace pawl::syntax
