#include "llm/spending/usage.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "llm/providers/anthropic_answer.hpp"
#include "llm/providers/openai_answer.hpp"

namespace pawl::llm::usage_test {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

ChatRequest question(std::size_t bytes) {
  ChatRequest request;
  request.messages = {{"user", std::string(bytes, 'x')}};
  return request;
}

Usage believed(const Usage& reported, std::size_t received) {
  ChatAnswer answer;
  answer.text = std::string(received, 'y');
  answer.usage = reported;
  return believable(question(4'000), answer, 1'000);
}

Usage usage_of(AnswerCollector& collector, std::string_view body) {
  collector.feed(body);
  collector.end();
  REQUIRE(collector.state() == AnswerCollector::State::whole);
  return collector.answer().usage;
}

}  // namespace

TEST_CASE("a number of tokens is a whole number that is not negative") {
  struct Row {
    const char* json;
    std::optional<std::int64_t> count;
  };
  const Row rows[] = {{"0", 0},
                      {"12", 12},
                      {"12.2", 13},
                      {"1e3", 1000},
                      {"-1", {}},
                      {"-0.5", {}},
                      {"1e300", kMax},
                      {"9223372036854775807", kMax},
                      {"\"12\"", {}},
                      {"null", {}},
                      {"18446744073709551615", kMax},
                      {"true", {}},
                      {"[1]", {}},
                      {"{}", {}}};
  for (const Row& row : rows) {
    CAPTURE(row.json);
    CHECK(token_count(*Json::parse(row.json)) == row.count);
  }
}

TEST_CASE("a report is taken where it is possible") {
  struct Row {
    const char* name;
    Usage reported;
    std::size_t received;
    Usage believed;
  };
  const Row rows[] = {
      {"as it is", {1'200, 300}, 1'000, {1'200, 300}},
      {"free", {0, 0}, 1'000, {1'000, 250}},
      {"negative", {-5, kMax * -1}, 1'000, {1'000, 250}},
      {"absurd", {kMax, kMax}, 1'000, {4'000 + 4'096, 1'000 + 65'536}},
      {"reasoning that is not shown", {1'200, 30'000}, 8, {1'200, 30'000}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(believed(row.reported, row.received) == row.believed);
  }
}

TEST_CASE("reasoning counts though it is no part of the answer") {
  OpenAiAnswer answer;
  const std::string thoughts(4'000, 't');
  usage_of(answer, "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"" + thoughts +
                       "\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"ok\"},"
                       "\"finish_reason\":\"stop\"}]}\n\n");
  CHECK(answer.answer().text == "ok");
  CHECK(answer.answer().bytes_received == 4'002);
  CHECK(believable(question(0), answer.answer(), 100).tokens_out == 1'000);
}

TEST_CASE("no later report takes back what an earlier one said") {
  OpenAiAnswer streamed;
  CHECK(usage_of(streamed,
                 "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":"
                 "{\"prompt_tokens\":90,\"completion_tokens\":7}}\n\n"
                 "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":"
                 "{\"prompt_tokens\":0,\"completion_tokens\":-7}}\n\n") == Usage{90, 7});
  AnthropicAnswer messages;
  CHECK(usage_of(messages,
                 "data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":3,"
                 "\"cache_read_input_tokens\":50,\"output_tokens\":9}}}\n\n"
                 "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                 "\"usage\":{\"input_tokens\":0,\"output_tokens\":1}}\n\n") == Usage{53, 9});
}

TEST_CASE("totals that say more than their parts count") {
  OpenAiAnswer answer;
  CHECK(usage_of(answer,
                 R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],
                     "usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":100}})") ==
        Usage{10, 90});
}

TEST_CASE("sums of cached tokens do not overflow") {
  AnthropicAnswer answer;
  CHECK(usage_of(answer,
                 R"({"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{
                     "input_tokens":9223372036854775807,"output_tokens":1,
                     "cache_read_input_tokens":9223372036854775807}})")
            .tokens_in == kMax);
}

TEST_CASE("a name a server reports is one short line") {
  OpenAiAnswer answer;
  usage_of(answer, "{\"model\":\"a\\u001b[2Jb" + std::string(5'000, 'm') +
                       "\",\"choices\":[{\"message\":{\"content\":\"a\"}}]}");
  CHECK(answer.answer().model.size() <= 210);
  CHECK(answer.answer().model.find('\x1b') == std::string::npos);
}

TEST_CASE("millions of blanks before an answer cost no time to speak of") {
  OpenAiAnswer answer;
  const std::string blanks(16'384, ' ');
  for (int i = 0; i < 3'000; ++i) REQUIRE(answer.feed(blanks));
  CHECK(usage_of(answer, R"({"choices":[{"message":{"content":"a"}}]})") == Usage{});
  CHECK(answer.answer().text == "a");
}

}  // namespace pawl::llm::usage_test
