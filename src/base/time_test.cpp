#include "base/time.hpp"

#include <doctest/doctest.h>

#include <array>

namespace pawl::time_test {
namespace {

struct Point {
  std::string_view text;
  long long ms;  // since 1970
};

TEST_CASE("points in time are written and read back") {
  const auto cases = std::to_array<Point>({
      {"1970-01-01T00:00:00.000Z", 0},
      {"2026-04-20T09:30:00.125Z", 1'776'677'400'125},
      {"2024-02-29T23:59:59.999Z", 1'709'251'199'999},
      {"1969-12-31T23:59:59.999Z", -1},
  });
  for (const Point& each : cases) {
    CAPTURE(each.text);
    const Timestamp at{Milliseconds(each.ms)};
    CHECK(to_iso8601(at) == each.text);
    CHECK(parse_iso8601(each.text) == at);
  }
}

TEST_CASE("other precisions are read") {
  CHECK(parse_iso8601("1970-01-01T00:00:01Z") == Timestamp(Milliseconds(1000)));
  CHECK(parse_iso8601("1970-01-01T00:00:00.5Z") == Timestamp(Milliseconds(500)));
  CHECK(parse_iso8601("1970-01-01T00:00:00.123456789Z") == Timestamp(Milliseconds(123)));
}

TEST_CASE("anything else is no point in time") {
  for (const std::string_view text :
       {"", "2026", "2026-04-20", "2026-04-20T09:30:00", "2026-04-20 09:30:00Z",
        "2026x04x20T09:30:00Z", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
        "2026-04-20T24:00:00Z", "2026-04-20T09:60:00Z", "2026-04-20T09:30:61Z",
        "2026-04-20T09:30:00.Z", "2026-04-20T09:30:00Zx", "2026-04-20T09:30:00+02:00",
        "-026-04-20T09:30:00Z", "2026-04-20T-9:30:00Z"}) {
    CAPTURE(text);
    CHECK(!parse_iso8601(text));
  }
}

struct Length {
  long long ms;
  std::string_view text;
};

TEST_CASE("durations are told in the unit people think in") {
  const auto cases = std::to_array<Length>({
      {0, "0 ms"},
      {850, "850 ms"},
      {1'000, "1.0 s"},
      {4'260, "4.2 s"},
      {59'999, "59.9 s"},
      {60'000, "1 min 00 s"},
      {185'000, "3 min 05 s"},
      {3'599'999, "59 min 59 s"},
      {7'440'000, "2 h 04 min"},
  });
  for (const Length& each : cases) CHECK(human_duration(Milliseconds(each.ms)) == each.text);
}

}  // namespace
}  // namespace pawl::time_test
