// What changed between two texts, in lines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

// Lines [before_begin, before_end) gave way to lines [after_begin, after_end), counted from 0;
// one of the two ranges may be empty.
struct Hunk {
  std::size_t before_begin = 0;
  std::size_t before_end = 0;
  std::size_t after_begin = 0;
  std::size_t after_end = 0;
  bool operator==(const Hunk&) const = default;
};

// In order, apart by at least one line that stayed. The smallest set of changes up to a thousand
// changed lines; beyond that one hunk may hold lines that stayed.
std::vector<Hunk> diff_lines(std::span<const std::string_view> before,
                             std::span<const std::string_view> after);

// Where two texts part: the first line that is not the same, from 1, and what each has there,
// trimmed and printable; `(the end)` where one of them is over. Nothing when no line differs.
struct LineDifference {
  int line = 0;
  std::string before;
  std::string after;
};
std::optional<LineDifference> first_difference(std::string_view before, std::string_view after);

// For each line of `after` (as split_lines gives them): is it not in `before`?
std::vector<bool> added_lines(std::string_view before, std::string_view after);

}  // namespace pawl
