#include "guards/text/near_miss.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

std::string plain(std::string_view word) {
  std::string out = lower(word);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// Edits of one letter, a swap of neighbours being one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

bool equal_loosely(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           const auto fold = [](char c) {
             if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
             return c == '-' ? '_' : c;
           };
           return fold(x) == fold(y);
         });
}

bool near_miss(std::string_view word, std::string_view known) {
  constexpr std::size_t kShort = 4;
  constexpr std::size_t kLong = 10;
  if (word.size() < kShort || known.size() < kShort) return false;
  const std::size_t longer = std::max(word.size(), known.size());
  const std::size_t shorter = std::min(word.size(), known.size());
  if (longer - shorter > 2) return false;
  const std::string a = plain(word);
  const std::string b = plain(known);
  if (a == b || replace_all(a, "_", "") == replace_all(b, "_", "")) return true;
  return distance(a, b) <= (shorter >= kLong ? 2U : 1U);
}

}  // namespace pawl::guards
