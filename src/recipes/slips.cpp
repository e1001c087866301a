#include "recipes/slips.hpp"

#include <algorithm>
#include <vector>

#include "base/text/characters.hpp"

namespace pawl::recipes {
namespace {

std::string digits_of(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return is_digit(c); });
  return out;
}

}  // namespace

std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > most) return most + 1;
  // Three rows of the usual table: two above are needed for swapped neighbours.
  std::vector<std::size_t> above2(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], above2[j - 2] + 1);
      }
    }
    std::swap(above2, above);
    std::swap(above, row);
  }
  return std::min(above[b.size()], most + 1);
}

std::optional<std::string> only_slip(std::string_view wrong, std::span<const std::string> right,
                                     std::size_t most) {
  std::optional<std::string> found;
  for (const std::string& one : right) {
    if (edits_between(wrong, one, most) > most || digits_of(wrong) != digits_of(one)) continue;
    if (found && *found != one) return {};
    found = one;
  }
  return found;
}

}  // namespace pawl::recipes
