#include "guards/code/changed_span.hpp"

#include <algorithm>

namespace pawl::guards {
namespace {

std::size_t line_begin(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  const std::size_t newline = text.rfind('\n', at - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

}  // namespace

ChangedSpan changed_span(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  const auto differs = std::mismatch(
      before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter), after.begin());
  const auto head = static_cast<std::size_t>(differs.first - before.begin());
  std::size_t tail = 0;
  while (tail < shorter - head &&
         before[before.size() - tail - 1] == after[after.size() - tail - 1]) {
    ++tail;
  }
  return {.before = {line_begin(before, head), line_end(before, before.size() - tail)},
          .after = {line_begin(after, head), line_end(after, after.size() - tail)}};
}

LineRange lines_of_range(std::string_view text, ChangedSpan::Range range) {
  const auto lines = [](std::string_view part) {
    return static_cast<int>(std::count(part.begin(), part.end(), '\n'));
  };
  const int first = 1 + lines(text.substr(0, range.begin));
  return {first, first + lines(text.substr(range.begin, range.end - range.begin))};
}

}  // namespace pawl::guards
