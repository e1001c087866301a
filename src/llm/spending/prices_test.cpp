#include "llm/spending/prices.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "base/text/text.hpp"

namespace pawl::llm::prices_test {
namespace {

ModelSpec spec(const char* text) {
  auto parsed = parse_spec(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

constexpr const char* kOwn = R"({"version": 1, "prices": [
  {"model": "openai:gpt-4o*", "in": 9, "out": 9},
  {"model": "openai:house-*", "host": "models.example", "in": 1, "out": 2},
  {"model": "openai:house-large", "host": "models.example", "in": 3, "out": 4}]})";

}  // namespace

TEST_CASE("a cost stops at the largest number, and is never negative") {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  CHECK(cost_of({.in = 2, .out = 10}, {.tokens_in = 3, .tokens_out = 4}) == 46);
  CHECK(cost_of({.in = 1e300, .out = 1e300}, {.tokens_in = kMax, .tokens_out = kMax}) == kMax);
  CHECK(cost_of({.in = 1, .out = 1}, {.tokens_in = -kMax, .tokens_out = 0}) == 0);
}

TEST_CASE("only this machine is this machine") {
  for (const char* url : {"http://localhost:1/v1", "http://127.0.0.1/", "http://127.9.9.9",
                          "http://[::1]:80/v1", "http://a.localhost"}) {
    CAPTURE(url);
    CHECK(is_loopback_url(url));
  }
  for (const char* url : {"http://127.0.0.1.example/", "http://127.example", "http://10.0.0.1",
                          "http://localhost.example", "http://[::2]"}) {
    CAPTURE(url);
    CHECK_FALSE(is_loopback_url(url));
  }
}

TEST_CASE("a price is that of the model at its server, or not known") {
  struct Row {
    const char* model;
    const char* base_url;
    std::optional<Price> builtin;
    std::optional<Price> with_own;
  };
  const Row rows[] = {
      {"openai:gpt-4o", "https://api.openai.com/v1", Price{2.5, 10}, Price{9, 9}},
      {"openai:gpt-4o-mini", "https://api.openai.com/v1", Price{0.15, 0.6}, Price{9, 9}},
      {"anthropic:claude-opus-4-1", "https://api.anthropic.com", Price{15, 75}, Price{15, 75}},
      {"anthropic:claude-opus-4-5-x", "https://api.anthropic.com", Price{5, 25}, Price{5, 25}},
      {"anthropic:Claude-Sonnet-4-5", "https://API.anthropic.com/v1", Price{3, 15}, Price{3, 15}},
      {"anthropic:claude-sonnet-4-5", "https://proxy.example", {}, {}},
      {"openai:unheard-of", "https://api.openai.com/v1", {}, {}},
      {"openai:house-small", "https://models.example/v1", {}, Price{1, 2}},
      {"openai:house-large", "https://models.example:8443/v1", {}, Price{3, 4}},
      {"openai:house-large", "https://other.example/v1", {}, {}},
      {"openai:anything", "http://localhost:1234/v1", Price{}, Price{}},
      {"openai:gpt-4o", "http://localhost:1234/v1", Price{}, Price{9, 9}},
      {"recipes:", "", Price{}, Price{}},
      {"scripted:/x", "", Price{}, Price{}},
  };
  const PriceTable builtin = PriceTable::builtin();
  PriceTable both = PriceTable::builtin();
  auto own = PriceTable::parse(kOwn, "own.json");
  REQUIRE(own);
  both.prefer(*std::move(own));
  for (const Row& row : rows) {
    CAPTURE(row.model);
    CAPTURE(row.base_url);
    CHECK(builtin.find(spec(row.model), row.base_url) == row.builtin);
    CHECK(both.find(spec(row.model), row.base_url) == row.with_own);
  }
}

TEST_CASE("a machine of one's own is local") {
  struct Row {
    const char* url;
    bool local;
  };
  const Row rows[] = {{"http://localhost:1234/v1", true},
                      {"http://127.0.0.1/v1", true},
                      {"http://[::1]:11434/v1", true},
                      {"http://192.168.1.5:80", true},
                      {"http://10.1.2.3", true},
                      {"http://172.16.0.1", true},
                      {"http://172.32.0.1", false},
                      {"http://gpu.local:8000", true},
                      {"https://api.openai.com/v1", false},
                      {"https://localhost.example", false},
                      {"https://10.example.com", false},
                      {"http://192.168.1.5.example", false}};
  for (const Row& row : rows) {
    CAPTURE(row.url);
    CHECK(is_local_url(row.url) == row.local);
  }
}

TEST_CASE("a table with a slip is refused with its place") {
  struct Row {
    const char* text;
    const char* says;
  };
  const Row rows[] = {
      {"{", "own.json"},
      {R"({"version": 2, "prices": []})", "no table of prices"},
      {R"({"version": 1})", "no table of prices"},
      {R"({"version": 1, "prices": [{"model": "gpt", "in": 1, "out": 1}]})", "price 1"},
      {R"({"version": 1, "prices": [{"model": "a:b", "in": 1}]})", "out of a:b"},
      {R"({"version": 1, "prices": [{"model": "a:b", "in": -1, "out": 1}]})", "in of a:b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto table = PriceTable::parse(row.text, "own.json");
    REQUIRE_FALSE(table);
    CHECK(contains(table.error().to_line(), row.says));
  }
}

TEST_CASE("costs are rounded up to the millionth, and shown with the digits that tell something") {
  CHECK(cost_of({2.5, 10}, {.tokens_in = 1000, .tokens_out = 100}) == 3500);
  CHECK(cost_of({0.15, 0.6}, {.tokens_in = 1, .tokens_out = 0}) == 1);
  CHECK(cost_of({0, 0}, {.tokens_in = 1'000'000, .tokens_out = 9}) == 0);
  CHECK(usd(0) == "0.000 USD");
  CHECK(usd(3500) == "0.003500 USD");
  CHECK(usd(1'234'567) == "1.235 USD");
}

}  // namespace pawl::llm::prices_test
