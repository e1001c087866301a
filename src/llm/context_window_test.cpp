#include "llm/context_window.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::llm::context_window_test {

TEST_CASE("what a text weighs: dense text more than prose") {
  CHECK(weight_of("") == 0);
  CHECK(weight_of("the end") == 14);
  CHECK(weight_of("f(x)") == 10);
  CHECK(weight_of("2024") == 16);
  CHECK(weight_of("é") == 8);
}

TEST_CASE("a prompt is what the setting allows, or what the context leaves") {
  struct Row {
    std::int64_t context;
    std::int64_t answer;
    std::int64_t prompt_max;
    std::int64_t kept;
    std::int64_t limit;
  };
  const Row rows[] = {
      {0, 4096, 16000, 4096, 16000},   {131072, 4096, 16000, 4096, 16000},
      {8192, 4096, 16000, 2730, 5398}, {8192, 1024, 16000, 1024, 7104},
      {8192, 4096, 2000, 2730, 2000},  {16384, 4096, 16000, 4096, 12224},
  };
  for (const Row& row : rows) {
    CAPTURE(row.context);
    const Room window{.model = "m",
                      .hint = {},
                      .context = row.context,
                      .answer = row.answer,
                      .prompt_max = row.prompt_max};
    CHECK(window.answer_kept() == row.kept);
    CHECK(window.limit() == row.limit);
    CHECK(window.question_limit() < window.limit());
    if (row.context > 0) CHECK(window.answer_after(window.limit()) >= window.answer_kept());
  }
}

TEST_CASE("tokens are rounded up, weights down") {
  const Room window{.model = "m", .hint = {}, .bytes_per_token = 3.0};
  CHECK(window.tokens(0) == 0);
  CHECK(window.tokens(weight_of("abc")) == 1);
  CHECK(window.tokens(weight_of("abcd")) == 2);
  CHECK(window.weight(2) == 12);
  CHECK(window.tokens(window.weight(1000)) == 1000);
}

TEST_CASE("what servers say when a request is too long") {
  for (const char* refusal :
       {"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
        "the request exceeds the available context size, try increasing it",
        "prompt is too long: 210000 tokens > 200000 maximum", "context_length_exceeded",
        "the model is loaded with Context Length of only 4096 tokens",
        "The input token count exceeds the maximum number of tokens allowed"}) {
    CAPTURE(refusal);
    CHECK(speaks_of_context(refusal));
  }
  for (const char* refusal : {"no such model", "max_tokens is too large", "bad response_format"}) {
    CAPTURE(refusal);
    CHECK_FALSE(speaks_of_context(refusal));
  }
}

TEST_CASE("a context window shrinks, but not to nothing") {
  Room window{.model = "m", .hint = {}};
  int times = 0;
  while (shrink(window)) ++times;
  CHECK(times == 3);
  CHECK(window.bytes_per_token > 1.0);
}

}  // namespace pawl::llm::context_window_test
