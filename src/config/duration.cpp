#include "config/duration.hpp"

#include <array>

#include "base/text/text.hpp"

namespace pawl::config {
namespace {

struct TimeUnit {
  char letter;
  std::int64_t seconds;
};

constexpr auto kUnits = std::to_array<TimeUnit>({{'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}});
constexpr std::int64_t kSecondsMax = std::int64_t{10'000} * 86'400;

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
  if (const auto bare = parse_int(text)) return static_cast<std::int64_t>(*bare);
  if (text.empty()) return std::nullopt;
  std::int64_t total = 0;
  for (const TimeUnit& unit : kUnits) {
    const auto digits = text.find_first_not_of("0123456789");
    if (text.empty()) break;
    if (digits == std::string_view::npos || digits == 0) return std::nullopt;
    if (text[digits] != unit.letter) continue;
    const auto number = parse_int(text.substr(0, digits));
    if (!number || *number > kSecondsMax / unit.seconds) return std::nullopt;
    total += *number * unit.seconds;
    text.remove_prefix(digits + 1);
  }
  if (!text.empty() || total > kSecondsMax) return std::nullopt;
  return total;
}

std::string short_duration(std::int64_t seconds) {
  std::string out;
  for (const TimeUnit& unit : kUnits) {
    if (seconds < unit.seconds) continue;
    out += std::to_string(seconds / unit.seconds) + unit.letter;
    seconds %= unit.seconds;
  }
  return out.empty() ? "0s" : out;
}

}  // namespace pawl::config
