#include "edits/lines.hpp"

#include <algorithm>

namespace pawl::edits {

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(kBlanks), line.size()));
}

std::string_view without_end(std::string_view line) {
  const auto last = line.find_last_not_of(kBlanks);
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view bare(std::string_view line) {
  return without_end(line).substr(indent_of(without_end(line)).size());
}

bool is_blank(std::string_view line) { return bare(line).empty(); }

Lines plain_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto at = text.find('\n');
    lines.push_back(text.substr(0, at));
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
  }
  return lines;
}

}  // namespace pawl::edits
