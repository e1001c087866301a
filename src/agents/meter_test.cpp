#include "agents/meter.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"

namespace pawl::agents::meter_test {

TEST_CASE("questions asked side by side share what is left of a limit") {
  struct Row {
    const char* name;
    Limits limits;
    bool second_fits;
  };
  const llm::Price price{.in = 1, .out = 1};  // a millionth of a dollar a token
  const Row rows[] = {{"no limit", {}, true},
                      {"tokens for both", {.tokens = 200}, true},
                      {"tokens for one", {.tokens = 150}, false},
                      {"steps for both", {.steps = 2}, true},
                      {"a step for one", {.steps = 1}, false},
                      {"money for both", {.cost_micros = 200}, true},
                      {"money for one", {.cost_micros = 90}, false}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Meter meter(row.limits);
    auto first = meter.begin(100, price);
    REQUIRE(first.has_value());
    CHECK(meter.begin(100, price).has_value() == row.second_fits);
    // The limit is not reached: once the first has failed, there is room.
    CHECK(meter.reached().empty());
    first.reset();
    CHECK(meter.begin(100, price).has_value());
  }
}

TEST_CASE("what an exchange used counts in place of what was reserved for it") {
  Meter meter({.tokens = 300, .steps = 2});
  {
    auto call = meter.begin(100, std::nullopt);
    REQUIRE(call.has_value());
    CHECK(call->now({.tokens_in = 60, .tokens_out = 20}));
    CHECK(meter.begin(180, std::nullopt).has_value());
    CHECK(call->now({.tokens_in = 120, .tokens_out = 40, .turns = 1}));
    CHECK_FALSE(meter.begin(180, std::nullopt).has_value());
  }
  CHECK(contains(meter.reached(), "would pass the limit of 300 tokens"));
  CHECK(meter.used().tokens_in == 120);
  CHECK(meter.used().turns == 1);
}

TEST_CASE("a limit of steps that is reached says so") {
  Meter meter({.steps = 1});
  CHECK(meter.begin(1, std::nullopt)->now({.turns = 1}));
  CHECK_FALSE(meter.begin(1, std::nullopt).has_value());
  CHECK(contains(meter.reached(), "1 steps is reached"));
}

}  // namespace pawl::agents::meter_test
