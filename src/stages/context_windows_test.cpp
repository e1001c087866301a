#include "stages/context_windows.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::context_windows_test {
namespace {

llm::Room window_of(const char* model, std::int64_t context, double bytes_per_token) {
  return {.model = model,
          .hint = {},
          .context = context,
          .answer = 2'000,
          .prompt_max = 9'000,
          .bytes_per_token = bytes_per_token};
}

}  // namespace

TEST_CASE("what was settled for a model holds when the run goes on") {
  struct Row {
    const char* name;
    const char* model;
    std::optional<std::int64_t> reported;  // context, by the server
    Json kept;
    std::int64_t context;
    double bytes_per_token;
    std::int64_t prompt_max;
  };
  const Json kept = to_json(window_of("openai:a", 8'192, 2.5));
  const Row rows[] = {
      {"nothing is kept", "openai:a", 16'384, Json(), 16'384, 3.5, 16'000},
      {"the same model", "openai:a", 8'192, kept, 8'192, 2.5, 16'000},
      {"its server tells less today", "openai:a", std::nullopt, kept, 8'192, 2.5, 16'000},
      {"another model", "openai:b", std::nullopt, kept, 0, 3.5, 16'000},
      {"what it said is played back", "cassette:run", std::nullopt, kept, 8'192, 2.5, 9'000},
      {"what is kept is no context window", "openai:a", std::nullopt, Json("x"), 0, 3.5, 16'000},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    llm::Room fresh = window_of(row.model, 0, 3.5);
    fresh.prompt_max = 16'000;
    llm::ModelHealth health;
    health.context_length = row.reported;
    const llm::Room window = settled(fresh, health, row.kept);
    CHECK(window.context == row.context);
    CHECK(window.bytes_per_token == row.bytes_per_token);
    CHECK(window.prompt_max == row.prompt_max);
  }
}

TEST_CASE("a refusal for length is told from others") {
  CHECK(is_too_long(fail(Errc::invalid, "400: maximum context length is 8192 tokens")));
  CHECK_FALSE(is_too_long(fail(Errc::upstream, "maximum context length is 8192 tokens")));
  CHECK_FALSE(is_too_long(fail(Errc::invalid, "no usable JSON from openai:a in 3 answers")));
}

}  // namespace pawl::stages::context_windows_test
