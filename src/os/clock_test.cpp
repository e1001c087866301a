#include "os/clock.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace pawl::os::clock_test {
namespace {

void check_clock(Clock& clock) {
  const Timestamp wall = clock.now();
  const Milliseconds before = clock.monotonic();
  CHECK(clock.sleep(Milliseconds(20)));
  CHECK(clock.monotonic() - before >= Milliseconds(20));
  CHECK(clock.now() >= wall);
  CHECK(clock.sleep(Milliseconds(-5)));

  Cancel cancel;
  CHECK(clock.sleep(Milliseconds(1), &cancel));
  cancel.request();
  const Milliseconds cancelled_at = clock.monotonic();
  CHECK_FALSE(clock.sleep(Milliseconds(3'600'000), &cancel));
  CHECK(clock.monotonic() - cancelled_at < Milliseconds(60'000));
}

}  // namespace

TEST_CASE("the clocks keep their contract") {
  SUBCASE("real") { check_clock(*real_clock()); }
  SUBCASE("fake") {
    FakeClock clock;
    check_clock(clock);
  }
}

TEST_CASE("a real sleep ends when another thread cancels it") {
  const auto clock = real_clock();
  Cancel cancel;
  std::thread other([&] { cancel.request(); });
  CHECK_FALSE(clock->sleep(Milliseconds(3'600'000), &cancel));
  other.join();
}

TEST_CASE("the fake clock stands still unless moved") {
  FakeClock clock(Timestamp(Milliseconds(1000)));
  CHECK(clock.now() == Timestamp(Milliseconds(1000)));
  clock.advance(Milliseconds(500));
  CHECK(clock.monotonic() == Milliseconds(1500));
  CHECK(clock.now() == Timestamp(Milliseconds(1500)));
}

}  // namespace pawl::os::clock_test
