#include "llm/trouble/endpoint_memory.hpp"

#include <doctest/doctest.h>

#include "os/files/memory_files.hpp"

namespace pawl::llm::endpoint_memory_test {
namespace {

struct World {
  os::FakeClock clock;
  os::MemoryFiles files{clock};
  EndpointMemory memory() { return {files, clock, "/endpoints.json"}; }
};

}  // namespace

TEST_CASE("what an endpoint refuses is known to the next process, for a week") {
  World world;
  CHECK(world.memory().refused("openai:a http://h/v1").empty());
  REQUIRE(world.memory().learn("openai:a http://h/v1", {Part::json_schema}));
  REQUIRE(world.memory().learn("openai:b http://h/v1", {Part::tools}));
  world.clock.advance(std::chrono::hours(6 * 24));
  REQUIRE(world.memory().learn("openai:a http://h/v1", {Part::json_object}));
  const PartSet known = world.memory().refused("openai:a http://h/v1");
  CHECK(known.names() == std::vector<std::string>{"json_schema", "json_object"});
  CHECK(world.memory().refused("openai:b http://h/v1").has(Part::tools));
  CHECK(world.memory().refused("openai:c http://h/v1").empty());
  world.clock.advance(std::chrono::hours(25));
  CHECK(world.memory().refused("openai:a http://h/v1").empty());
}

TEST_CASE("a file that cannot be understood is no memory") {
  for (const char* text : {"", "{", "[]", R"({"version":2,"endpoints":{"e":{}}})",
                           R"({"version":1,"endpoints":{"e":{"refused":["x"],"at":"never"}}})",
                           R"({"version":1,"endpoints":{"e":{"refused":["tools"],)"
                           R"("at":"2199-01-01T00:00:00.000Z"}}})"}) {
    CAPTURE(text);
    World world;
    REQUIRE(world.files.write_atomic("/endpoints.json", text));
    CHECK(world.memory().refused("e").empty());
    REQUIRE(world.memory().learn("e", {Part::tools}));
    CHECK(world.memory().refused("e").has(Part::tools));
  }
}

TEST_CASE("parts keep their names") {
  for (const char* name :
       {"json_schema", "json_object", "stream_options", "max_tokens", "temperature", "tools",
        "reasoning_effort", "chat_template_kwargs", "enable_thinking"}) {
    CAPTURE(name);
    const auto part = part_from(name);
    REQUIRE(part);
    CHECK(to_string(*part) == name);
  }
  CHECK_FALSE(part_from("other"));
}

TEST_CASE("how many bytes an endpoint counts as a token: less at once, more little by little") {
  World world;
  const std::string endpoint = "openai:a@http://h/v1";
  CHECK_FALSE(world.memory().bytes_per_token(endpoint));
  struct Row {
    double bytes;
    std::int64_t tokens;
    double want;
  };
  const Row rows[] = {
      {400, 400, 0},          // too short to say anything
      {9'000, 0, 0},          // not counted
      {9'000, 100, 0},        // cannot be right: the server took most of it from its cache
      {12'000, 3'000, 3.25},  // from 3.0 a quarter of the way to 4.0
      {12'000, 3'000, 3.438}, {10'000, 5'000, 2.0}, {10'000, 100'000, 2.0}, {9'000, 10'000, 1.0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    CAPTURE(row.tokens);
    REQUIRE(world.memory().measured(endpoint, row.bytes, row.tokens));
    CHECK(world.memory().bytes_per_token(endpoint).value_or(0) == doctest::Approx(row.want));
  }
  REQUIRE(world.memory().learn(endpoint, {Part::tools}));
  CHECK(world.memory().bytes_per_token(endpoint).has_value());
  CHECK(world.memory().refused(endpoint).has(Part::tools));
  for (int i = 0; i < 60; ++i) REQUIRE(world.memory().measured(endpoint, 50'000, 5'000));
  CHECK(*world.memory().bytes_per_token(endpoint) <= 4.5);
  world.clock.advance(std::chrono::hours(8 * 24));
  CHECK_FALSE(world.memory().bytes_per_token(endpoint));
}

}  // namespace pawl::llm::endpoint_memory_test
