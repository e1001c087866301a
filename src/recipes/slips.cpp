#include "recipes/slips.hpp"

#include <algorithm>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kTellingMin = 5;

std::vector<std::string> parts_of_name(std::string_view name) {
  std::vector<std::string> parts(1);
  for (const char c : name) {
    if (is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80) {
      parts.back() += c;
    } else if (!parts.back().empty()) {
      parts.emplace_back();
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

std::string digits_of(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), is_digit);
  return out;
}

bool is_slip_of_part(std::string_view a, std::string_view b) {
  if (a.front() != b.front() || edits_between(a, b, 1) > 1) return false;
  const std::size_t shorter = std::min(a.size(), b.size());
  // `tests` for `test`.
  const bool plural = shorter + 1 == kTellingMin && (a.back() == 's') != (b.back() == 's') &&
                      a.substr(0, shorter) == b.substr(0, shorter);
  return shorter >= kTellingMin || plural;
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

bool is_slip(std::string_view wrong, std::string_view right) {
  if (digits_of(wrong) != digits_of(right)) return false;
  const std::vector<std::string> as_written = parts_of_name(wrong);
  const std::vector<std::string> as_meant = parts_of_name(right);
  if (as_written.size() != as_meant.size()) {
    return join(as_written, "") == join(as_meant, "");
  }
  bool differs = false;
  for (std::size_t i = 0; i < as_written.size(); ++i) {
    if (as_written[i] == as_meant[i]) continue;
    if (differs || !is_slip_of_part(as_written[i], as_meant[i])) return false;
    differs = true;
  }
  return true;
}

std::optional<std::string> only_slip(std::string_view wrong, std::span<const std::string> right) {
  std::optional<std::string> found;
  for (const std::string& one : right) {
    if (one == wrong || !is_slip(wrong, one)) continue;
    if (found && *found != one) return {};
    found = one;
  }
  return found;
}

}  // namespace pawl::recipes
