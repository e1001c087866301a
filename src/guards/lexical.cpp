#include "guards/lexical.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::guards {

std::string single_spaced(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  std::string out;
  out.reserve(text.size());
  bool gap = false;
  for (const char c : text) {
    if (is_blank(c)) {
      gap = !out.empty();
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += c;
  }
  return out;
}

std::string_view identifier_at_end(std::string_view text) {
  const auto start = std::find_if_not(text.rbegin(), text.rend(), &is_identifier_byte);
  return text.substr(static_cast<std::size_t>(text.rend() - start));
}

std::string_view bare_word(std::string_view word) {
  constexpr std::string_view kMarks = ",.;:!?()[]\"'*_`~";
  const auto is_mark = [&](char c) { return kMarks.find(c) != std::string_view::npos; };
  while (!word.empty() && is_mark(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_mark(word.back())) word.remove_suffix(1);
  return word;
}

std::size_t depth_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

std::vector<std::size_t> lines_around(std::span<const std::string_view> lines, std::size_t line) {
  std::vector<std::size_t> around;
  if (line >= lines.size()) return around;
  std::size_t depth = depth_of(lines[line]);
  for (std::size_t at = line; at-- > 0 && depth > 0;) {
    if (trim(lines[at]).empty() || depth_of(lines[at]) >= depth) continue;
    depth = depth_of(lines[at]);
    around.push_back(at);
  }
  return around;
}

}  // namespace pawl::guards
