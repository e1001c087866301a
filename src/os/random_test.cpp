#include "os/random.hpp"

#include <doctest/doctest.h>

#include <set>

namespace pawl::os::random_test {
namespace {

void check_random(Random& random) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.next());
  CHECK(seen.size() == 1000);
  for (const std::size_t digits : {0U, 1U, 6U, 16U, 17U, 40U}) {
    const std::string hex = random.hex(digits);
    CHECK(hex.size() == digits);
    CHECK(hex.find_first_not_of("0123456789abcdef") == std::string::npos);
  }
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double fraction = random.fraction();
    CHECK(fraction >= 0.0);
    CHECK(fraction < 1.0);
    sum += fraction;
  }
  CHECK(sum / 1000 == doctest::Approx(0.5).epsilon(0.1));
}

}  // namespace

TEST_CASE("the sources of randomness keep their contract") {
  SUBCASE("real") { check_random(*real_random()); }
  SUBCASE("seeded") {
    SeededRandom random(7);
    check_random(random);
  }
}

TEST_CASE("a seeded source gives the published SplitMix64 numbers") {
  SeededRandom random(1234567);
  CHECK(random.next() == 6457827717110365317ULL);
  CHECK(random.next() == 3203168211198807973ULL);
  SeededRandom again(1234567);
  CHECK(again.next() == 6457827717110365317ULL);
}

}  // namespace pawl::os::random_test
