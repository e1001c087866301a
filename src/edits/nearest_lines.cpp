#include "edits/nearest_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/text/hidden.hpp"
#include "edits/lines.hpp"

namespace pawl::edits {
namespace {

// The pairs of characters of a line, blanks aside; sorted.
std::vector<std::uint16_t> pairs_of(std::string_view line) {
  constexpr std::size_t kPairsMax = 200;
  std::vector<std::uint16_t> pairs;
  int before = -1;
  for (const char c : line) {
    if (kBlanks.find(c) != std::string_view::npos) continue;
    const int now = static_cast<unsigned char>(c);
    if (before >= 0) pairs.push_back(static_cast<std::uint16_t>(before << 8U | now));
    before = now;
    if (pairs.size() == kPairsMax) break;
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

double likeness(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) {
  if (a.empty() || b.empty()) return a.size() == b.size() ? 1 : 0;
  std::size_t same = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++same;
    const bool first = a[i] <= b[j];
    const bool second = b[j] <= a[i];
    if (first) ++i;
    if (second) ++j;
  }
  return 2.0 * static_cast<double>(same) / static_cast<double>(a.size() + b.size());
}

constexpr std::size_t kComparedLines = 12;  // of an anchor
constexpr std::size_t kSearchedLines = 50'000;
constexpr double kLikeEnough = 0.5;  // of its lines on average
constexpr std::size_t kQuotedLineBytes = 200;

struct Nearest {
  std::size_t first = 0;  // line of the text, from 0
  std::size_t count = 0;  // 0: nothing is near
};

Nearest nearest_to(const Lines& lines, Lines anchor) {
  while (!anchor.empty() && is_blank(anchor.back())) anchor.pop_back();
  while (!anchor.empty() && is_blank(anchor.front())) anchor.erase(anchor.begin());
  const std::size_t count = std::min({anchor.size(), kComparedLines, lines.size()});
  if (count == 0) return {};
  std::vector<std::vector<std::uint16_t>> wanted;
  for (std::size_t i = 0; i < count; ++i) wanted.push_back(pairs_of(anchor[i]));
  const std::size_t total = std::min(lines.size(), kSearchedLines);
  // The score of the window that begins at each line.
  std::vector<double> scores(total);
  for (std::size_t at = 0; at < total; ++at) {
    const std::vector<std::uint16_t> pairs = pairs_of(lines[at]);
    for (std::size_t i = 0; i < std::min(count, at + 1); ++i) {
      scores[at - i] += likeness(wanted[i], pairs);
    }
  }
  const auto best = std::max_element(scores.begin(), scores.end());
  if (*best < kLikeEnough * static_cast<double>(count)) return {};
  return {.first = static_cast<std::size_t>(best - scores.begin()),
          .count = std::max(count, anchor.size())};
}

// One line without what a terminal obeys; tabs stay, for they are what is to be copied.
std::string quotable(std::string_view line) {
  std::string out = visible(line.substr(0, kQuotedLineBytes));
  if (line.size() > kQuotedLineBytes) out += "…";
  return out;
}

}  // namespace

std::string quoted_lines(std::string_view text, int first, std::size_t count) {
  const Lines lines = plain_lines(text);
  std::string out;
  const auto begin = static_cast<std::size_t>(std::max(first, 1) - 1);
  for (std::size_t i = begin; i < std::min(lines.size(), begin + count); ++i) {
    out += quotable(lines[i]) + "\n";
  }
  return out;
}

std::string nearest_lines(std::string_view text, std::string_view anchor, std::size_t lines_max) {
  const Nearest nearest = nearest_to(plain_lines(text), plain_lines(anchor));
  if (nearest.count == 0) return {};
  return quoted_lines(text, static_cast<int>(nearest.first) + 1,
                      std::min(nearest.count, lines_max));
}

int nearest_line(std::string_view text, std::string_view anchor) {
  const Nearest nearest = nearest_to(plain_lines(text), plain_lines(anchor));
  return nearest.count == 0 ? 0 : static_cast<int>(nearest.first) + 1;
}

}  // namespace pawl::edits
