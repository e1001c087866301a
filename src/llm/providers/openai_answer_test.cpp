#include "llm/providers/openai_answer.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::llm::openai_answer_test {
namespace {

using State = AnswerCollector::State;

struct Row {
  const char* name;
  std::string body;
  State state;
  const char* text;  // or the trouble
  const char* finish;
};

void check(const Row& row, std::size_t piece_bytes) {
  CAPTURE(row.name);
  CAPTURE(piece_bytes);
  OpenAiAnswer collector;
  for (std::size_t at = 0; at < row.body.size(); at += piece_bytes) {
    REQUIRE(collector.feed(std::string_view(row.body).substr(at, piece_bytes)));
  }
  collector.end();
  CHECK(static_cast<int>(collector.state()) == static_cast<int>(row.state));
  if (row.state == State::failed || row.state == State::foreign) {
    CHECK(collector.trouble() == row.text);
  } else if (row.state == State::whole) {
    CHECK(collector.answer().text == row.text);
    CHECK(collector.answer().finish_reason == row.finish);
  }
}

}  // namespace

TEST_CASE("answers are read in every form servers give them") {
  const Row rows[] = {
      {"a stream",
       "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"}}]}\n\n"
       ": keep-alive\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"lo é\"}}]}\n\n"
       "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
       State::whole, "Hello é", "stop"},
      {"CRLF, event names, no blank behind the colon, no last blank line",
       "event: x\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"a\"},"
       "\"finish_reason\":\"length\"}]}\r\n",
       State::whole, "a", "length"},
      {"thinking apart",
       "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"{}\",\"content\":null}}]}\n\n"
       "data: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n\n",
       State::whole, "b", "stop"},
      {"cut off", "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", State::cut, "", ""},
      {"cut inside the first chunk", "data: {\"choices\":[{\"delta\":{\"con", State::cut, "", ""},
      {"cut inside a later chunk",
       "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"cho", State::cut, "", ""},
      {"cut inside a field", "dat", State::cut, "", ""},
      {"events of something else", "data: hello\n\ndata: [DONE]\n\n", State::foreign, "hello", ""},
      {"plain text", "It works!", State::foreign, "It works!", ""},
      {"nothing", "", State::cut, "", ""},
      {"done without a reason",
       "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n", State::whole, "a",
       ""},
      {"an error in the stream",
       "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
       "data: {\"error\":{\"message\":\"out of memory\"}}\n\n",
       State::failed, "out of memory", ""},
      {"a document",
       "{\"choices\":[{\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}",
       State::whole, "hi", "stop"},
      {"content in parts",
       "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"},\"b\"]}}]}",
       State::whole, "ab", ""},
      {"null content",
       "{\"choices\":[{\"message\":{\"content\":null},\"finish_reason\":\"length\"}]}",
       State::whole, "", "length"},
      {"a refusal",
       "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"No.\"},\"finish_reason\":"
       "\"stop\"}]}",
       State::whole, "No.", "stop"},
      {"bare text", "{\"choices\":[{\"text\":\"old\",\"finish_reason\":\"stop\"}]}", State::whole,
       "old", "stop"},
      {"half a document", "{\"choices\":[{\"mess", State::cut, "", ""},
      {"an error in a document", "{\"error\":\"Unexpected endpoint\"}", State::failed,
       "Unexpected endpoint", ""},
      {"another document", "{\"hello\":1}", State::foreign, "{\"hello\":1}", ""},
      {"a page", "<html>hi</html>", State::foreign, "<html>hi</html>", ""},
  };
  for (const Row& row : rows) {
    for (const std::size_t piece : {1U, 7U, 100'000U}) check(row, piece);
  }
}

TEST_CASE("usage and model are taken from where they stand") {
  OpenAiAnswer collector;
  collector.feed(
      "data: {\"model\":\"m-1\",\"choices\":[{\"delta\":{\"content\":\"a\"},"
      "\"finish_reason\":\"stop\"}],\"usage\":null}\n\n"
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3}}\n\n");
  collector.end();
  CHECK(collector.answer().model == "m-1");
  CHECK(collector.answer().usage.tokens_in == 12);
  CHECK(collector.answer().usage.tokens_out == 3);
}

TEST_CASE("an error that will not pass says so") {
  OpenAiAnswer collector;
  collector.feed(R"({"error":{"message":"no such key","code":401}})");
  collector.end();
  CHECK(collector.state() == State::failed);
  CHECK_FALSE(collector.trouble_may_pass());
}

TEST_CASE("error bodies of every kind give one line") {
  CHECK(error_text(R"({"error":{"message":"bad","type":"x"}})") == "bad");
  CHECK(error_text(R"({"error":"bad"})") == "bad");
  CHECK(error_text(R"({"detail":"bad"})") == "bad");
  CHECK(error_text(R"({"x":1})") == R"({"x":1})");
  CHECK(error_text(" upstream gone \n") == "upstream gone");
  CHECK(error_text("").empty());
}

}  // namespace pawl::llm::openai_answer_test
