// Sums of counts that come from elsewhere: they stop at the largest number instead of overflowing.
#pragma once

#include <cstdint>
#include <limits>

namespace pawl {

inline std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

// The nearest whole number that fits; 0 for what is no number.
inline std::int64_t saturating_count(double value) {
  constexpr double kMax = 9.2e18;
  if (!(value > -kMax)) return value < 0 ? std::numeric_limits<std::int64_t>::min() : 0;
  if (value >= kMax) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(value);
}

}  // namespace pawl
