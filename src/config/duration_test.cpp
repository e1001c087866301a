#include "config/duration.hpp"

#include <doctest/doctest.h>

namespace pawl::config::duration_test {

TEST_CASE("times as people write them") {
  struct Row {
    const char* text;
    std::optional<std::int64_t> seconds;
  };
  const Row rows[] = {
      {"90", 90},
      {"90s", 90},
      {"30m", 1'800},
      {"2h", 7'200},
      {"1d", 86'400},
      {"1h30m", 5'400},
      {"1d2h3m4s", 93'784},
      {"0", 0},
      {"0s", 0},
      {"-5", -5},
      {"", {}},
      {"m", {}},
      {"30 m", {}},
      {"30M", {}},
      {"30m1h", {}},
      {"1h1h", {}},
      {"1.5h", {}},
      {"1h30", {}},
      {"99999d", {}},
      {"9999999999999999999s", {}},
      {"soon", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_duration(row.text) == row.seconds);
  }
  for (const std::int64_t seconds : {0, 1, 59, 60, 90, 3'600, 5'400, 86'400, 93'784, 31'536'000}) {
    CHECK(parse_duration(short_duration(seconds)) == seconds);
  }
  CHECK(short_duration(5'400) == "1h30m");
}

}  // namespace pawl::config::duration_test
