#include "os/network/retry.hpp"

#include <doctest/doctest.h>

namespace pawl::os::retry_test {

TEST_CASE("the statuses that may pass") {
  for (const int status : {408, 409, 429, 500, 502, 503, 504, 529}) CHECK(status_may_pass(status));
  for (const int status : {200, 301, 400, 401, 403, 404, 413, 422, 501, 505}) {
    CHECK_FALSE(status_may_pass(status));
  }
}

TEST_CASE("what a server asks for is read in seconds, milliseconds and dates") {
  struct Row {
    const char* name;
    const char* value;
    std::optional<long> want;  // milliseconds
  };
  const auto now = parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT");
  REQUIRE(now);
  CHECK(to_iso8601(*now) == "1994-11-06T08:49:37.000Z");
  const Row rows[] = {
      {"retry-after", "7", 7'000},
      {"retry-after", " 0.5 ", 500},
      {"retry-after", "3600", 120'000},
      {"retry-after", "1e300", 120'000},
      {"retry-after", "-1", std::nullopt},
      {"retry-after", "soon", std::nullopt},
      {"retry-after", "Sun, 06 Nov 1994 08:49:40 GMT", 3'000},
      {"retry-after", "Sun, 06 Nov 1994 07:00:00 GMT", 0},
      {"retry-after", "Mon, 07 Nov 1994 08:49:37 GMT", 120'000},
      {"retry-after", "Sun, 31 Feb 1994 08:49:37 GMT", std::nullopt},
      {"retry-after", "Sun, 06 Nov 1994 08:49 GMT", std::nullopt},
      {"retry-after-ms", "250", 250},
      {"x-other", "7", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    HttpResponse response;
    response.headers = {{row.name, row.value}};
    const auto got = retry_after(response, *now);
    REQUIRE(got.has_value() == row.want.has_value());
    if (got) CHECK(got->count() == *row.want);
  }
}

TEST_CASE("waits double, with jitter, up to a minute") {
  SeededRandom random(7);
  for (int tries = 0; tries < 40; ++tries) {
    const auto wait = retry_wait(tries, std::nullopt, random);
    const Milliseconds full(tries < 6 ? 1'000 << tries : 60'000);
    CHECK(wait >= full / 2);
    CHECK(wait <= full);
  }
  const auto asked = retry_wait(0, Milliseconds(10'000), random);
  CHECK(asked >= Milliseconds(10'000));
  CHECK(asked <= Milliseconds(11'000));
  CHECK(retry_wait(0, kRetryAfterMax, random) == kRetryAfterMax);
}

}  // namespace pawl::os::retry_test
