#include "agents/usage_reader.hpp"

#include <doctest/doctest.h>

namespace pawl::agents::usage_reader_test {
namespace {

std::string event(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

}  // namespace

TEST_CASE("what answers used, as each API reports it") {
  struct Row {
    const char* name;
    Api api;
    const char* document;
    Usage want;
  };
  const Row rows[] = {
      {"chat",
       Api::chat,
       R"({"choices": [{"message": {"content": "hello"}}], "usage": {"prompt_tokens": 11,
           "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}})",
       {.tokens_in = 11, .tokens_out = 3, .cached_in = 4}},
      {"responses",
       Api::responses,
       R"({"output": [{"content": [{"text": "hello"}]}], "usage": {"input_tokens": 11,
           "output_tokens": 3, "input_tokens_details": {"cached_tokens": 4}}})",
       {.tokens_in = 11, .tokens_out = 3, .cached_in = 4}},
      {"anthropic counts what was cached apart",
       Api::anthropic,
       R"({"content": [{"type": "text", "text": "hello"}], "usage": {"input_tokens": 5,
           "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2, "output_tokens": 3}})",
       {.tokens_in = 11, .tokens_out = 3, .cached_in = 4}},
      {"gemini counts thoughts apart",
       Api::gemini,
       R"({"candidates": [{"content": {"parts": [{"text": "hello"}]}}], "usageMetadata":
           {"promptTokenCount": 11, "candidatesTokenCount": 2, "thoughtsTokenCount": 1,
            "cachedContentTokenCount": 4}})",
       {.tokens_in = 11, .tokens_out = 3, .cached_in = 4}},
      {"gemini's list",
       Api::gemini,
       R"([{"candidates": [], "usageMetadata": {"promptTokenCount": 11}},
           {"candidates": [], "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 3}}])",
       {.tokens_in = 11, .tokens_out = 3}},
      {"nothing reported: by the bytes",
       Api::chat,
       R"({"choices": [{"message": {"content": "eight by"}}]})",
       {.tokens_in = 10, .tokens_out = 2}},
      {"a server that makes an answer free is not believed",
       Api::chat,
       R"({"choices": [{"message": {"content": "0123456789012345678901234567890123456789012345678901234567890123"}}],
           "usage": {"prompt_tokens": 1, "completion_tokens": 1}})",
       {.tokens_in = 1, .tokens_out = 4}},
      {"nor one that uses up everything",
       Api::chat,
       R"({"choices": [], "usage": {"prompt_tokens": 9000000000000, "completion_tokens": 9000000000000}})",
       {.tokens_in = 50'040, .tokens_out = 1'000'000}},
      {"no JSON", Api::chat, "eight by", {.tokens_in = 10, .tokens_out = 2}}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    UsageReader reader(row.api, 40);
    reader.document(row.document);
    const Usage got = reader.usage();
    CHECK(got.tokens_in == row.want.tokens_in);
    CHECK(got.tokens_out == row.want.tokens_out);
    CHECK(got.cached_in == row.want.cached_in);
  }
}

TEST_CASE("in the middle of a stream what was said counts, at its end what is reported") {
  UsageReader reader(Api::anthropic, 40);
  reader.feed(event(
      R"({"type": "message_start", "message": {"usage": {"input_tokens": 9, "output_tokens": 1}}})"));
  CHECK(reader.usage().tokens_in == 9);
  CHECK(reader.usage().tokens_out == 0);
  const std::string delta =
      event(R"({"type": "content_block_delta", "delta": {"type": "t", "text": "0123456789"}})");
  reader.feed(std::string_view(delta).substr(0, 30));
  reader.feed(std::string_view(delta).substr(30));
  CHECK(reader.usage().tokens_out == 3);
  reader.feed(event(R"({"type": "message_delta", "delta": {}, "usage": {"output_tokens": 6}})"));
  CHECK(reader.usage().tokens_out == 6);
}

TEST_CASE("a stream that is no stream of events is not free") {
  const std::string said(40'000, 'x');
  const std::string list =
      R"([{"candidates": [{"content": {"parts": [{"text": ")" + said + R"("}]}}]}])";
  for (const Api api : {Api::gemini, Api::chat}) {
    UsageReader reader(api, 40);
    reader.feed(std::string_view(list).substr(0, 20'000));
    CHECK(reader.usage().tokens_out == 5'000);
    reader.feed(std::string_view(list).substr(20'000));
    CHECK(reader.usage().tokens_out >= 10'000);
  }
  // What keeps a connection open before the first event is nobody's answer.
  UsageReader reader(Api::chat, 40);
  reader.feed(": processing\n\n");
  CHECK(reader.usage().tokens_out == 0);
}

TEST_CASE("an error within a stream is one") {
  struct Row {
    Api api;
    const char* data;
  };
  const Row rows[] = {
      {Api::anthropic, R"({"type": "error", "error": {"message": "Overloaded"}})"},
      {Api::chat, R"({"error": {"message": "Overloaded"}})"},
      {Api::responses,
       R"({"type": "response.failed", "response": {"error": {"message": "Overloaded"}}})"},
      {Api::responses, R"({"type": "error", "message": "Overloaded"})"},
      {Api::gemini, R"({"error": {"message": "Overloaded"}})"}};
  for (const Row& row : rows) {
    CAPTURE(row.data);
    UsageReader reader(row.api, 4);
    reader.feed(event(row.data));
    CHECK(reader.error() == "Overloaded");
  }
}

}  // namespace pawl::agents::usage_reader_test
