#include "base/saturate.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace pawl::saturate_test {

TEST_CASE("sums and counts stop at the ends of their range") {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  CHECK(saturating_add(2, 3) == 5);
  CHECK(saturating_add(kMax, 1) == kMax);
  CHECK(saturating_add(kMin, -1) == kMin);
  CHECK(saturating_add(kMax, kMin) == -1);
  CHECK(saturating_count(12.0) == 12);
  CHECK(saturating_count(1e300) == kMax);
  CHECK(saturating_count(-1e300) == kMin);
  CHECK(saturating_count(std::nan("")) == 0);
  CHECK(saturating_count(INFINITY) == kMax);
}

}  // namespace pawl::saturate_test
