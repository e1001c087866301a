#include "edits/line_endings.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/text/text.hpp"

namespace pawl::edits {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

struct Line {
  std::string_view text;  // without its ending
  std::string_view end;   // "\r\n", "\n" or "" for the last line
};

// Of plain text every line ends at "\n", and a "\r" before it belongs to the line.
enum class Text : std::uint8_t { as_stored, plain };

std::vector<Line> lines_of(std::string_view text, Text kind) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const auto at = text.find('\n');
    if (at == std::string_view::npos) {
      lines.push_back({text, {}});
      break;
    }
    const bool crlf = kind == Text::as_stored && at > 0 && text[at - 1] == '\r';
    const std::size_t length = crlf ? at - 1 : at;
    lines.push_back({text.substr(0, length), text.substr(length, at + 1 - length)});
    text.remove_prefix(at + 1);
  }
  return lines;
}

// Common lines at both ends of the file keep their own ending; the edited middle takes the most
// common one.
std::string with_endings(const std::vector<Line>& old_lines, const std::vector<Line>& new_lines,
                         std::string_view ending) {
  std::size_t head = 0;
  const std::size_t shorter = std::min(old_lines.size(), new_lines.size());
  while (head < shorter && old_lines[head].text == new_lines[head].text) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && old_lines[old_lines.size() - 1 - tail].text ==
                                      new_lines[new_lines.size() - 1 - tail].text) {
    ++tail;
  }
  std::string out;
  for (std::size_t i = 0; i < new_lines.size(); ++i) {
    out += new_lines[i].text;
    if (new_lines[i].end.empty()) continue;
    std::string_view end = ending;
    if (i < head && !old_lines[i].end.empty()) end = old_lines[i].end;
    const std::size_t from_end = new_lines.size() - i;
    if (from_end <= tail && !old_lines[old_lines.size() - from_end].end.empty()) {
      end = old_lines[old_lines.size() - from_end].end;
    }
    out += end;
  }
  return out;
}

}  // namespace

TextShape shape_of(std::string_view text) {
  const auto lines = lines_of(text, Text::as_stored);
  const auto ending_in = [&](std::string_view end) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const Line& line) { return line.end == end; });
  };
  return {.bom = text.starts_with(kBom), .crlf = ending_in("\r\n") > ending_in("\n")};
}

std::string to_plain(std::string_view text) {
  if (text.starts_with(kBom)) text.remove_prefix(kBom.size());
  return replace_all(text, "\r\n", "\n");
}

std::string from_plain(std::string_view plain, const TextShape& shape, std::string_view original) {
  std::string out = shape.bom ? std::string(kBom) : std::string();
  if (original.starts_with(kBom)) original.remove_prefix(kBom.size());
  return out + part_from_plain(plain, shape, original);
}

std::string part_from_plain(std::string_view plain, const TextShape& shape,
                            std::string_view original) {
  return with_endings(lines_of(original, Text::as_stored), lines_of(plain, Text::plain),
                      shape.crlf ? "\r\n" : "\n");
}

std::size_t stored_offset(std::string_view text, std::size_t plain_offset) {
  std::size_t at = text.starts_with(kBom) ? kBom.size() : 0;
  for (std::size_t passed = 0; passed < plain_offset && at < text.size(); ++passed) {
    at += text.substr(at, 2) == "\r\n" ? 2U : 1U;
  }
  return at;
}

}  // namespace pawl::edits
