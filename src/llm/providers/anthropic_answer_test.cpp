#include "llm/providers/anthropic_answer.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::llm::anthropic_answer_test {
namespace {

using State = AnswerCollector::State;

std::string event(const std::string& json) {
  const auto type = json.find("\"type\":\"") + 8;
  const std::string name = json.substr(type, json.find('"', type) - type);
  return "event: " + name + "\ndata: " + json + "\n\n";
}

std::string start() {
  return event(R"({"type":"message_start","message":{"model":"claude-x","content":[],)"
               R"("usage":{"input_tokens":7,"cache_read_input_tokens":3,"output_tokens":1}}})");
}

std::string begin_block(int index, const std::string& block) {
  return event(R"({"type":"content_block_start","index":)" + std::to_string(index) +
               R"(,"content_block":)" + block + "}");
}

std::string delta(int index, const std::string& json) {
  return event(R"({"type":"content_block_delta","index":)" + std::to_string(index) +
               R"(,"delta":)" + json + "}");
}

std::string stop(const std::string& reason) {
  return event(R"({"type":"message_delta","delta":{"stop_reason":")" + reason +
               R"("},"usage":{"output_tokens":12}})") +
         event(R"({"type":"message_stop"})");
}

std::string text_block(const std::string& text) {
  return begin_block(0, R"({"type":"text","text":""})") +
         delta(0, R"({"type":"text_delta","text":")" + text + R"("})");
}

struct Row {
  const char* name;
  std::string body;
  State state;
  const char* text;    // or the trouble
  const char* finish;  // or, of a failure, whether it may pass
};

void check(const Row& row, std::size_t piece_bytes) {
  CAPTURE(row.name);
  CAPTURE(piece_bytes);
  AnthropicAnswer collector;
  for (std::size_t at = 0; at < row.body.size(); at += piece_bytes) {
    REQUIRE(collector.feed(std::string_view(row.body).substr(at, piece_bytes)));
  }
  collector.end();
  CHECK(static_cast<int>(collector.state()) == static_cast<int>(row.state));
  if (row.state == State::failed || row.state == State::foreign) {
    CHECK(collector.trouble() == row.text);
  }
  if (row.state == State::failed) {
    CHECK(collector.trouble_may_pass() == (std::string_view(row.finish) == "passes"));
  }
  if (row.state == State::whole) {
    CHECK(collector.answer().text == row.text);
    CHECK(collector.answer().finish_reason == row.finish);
  }
}

}  // namespace

TEST_CASE("messages are read, streamed and in one piece") {
  const std::string thinking = begin_block(0, R"({"type":"thinking","thinking":""})") +
                               delta(0, R"({"type":"thinking_delta","thinking":"hm {"})") +
                               delta(0, R"({"type":"signature_delta","signature":"AAAA"})");
  const std::string tool =
      begin_block(1, R"({"type":"tool_use","id":"t","name":"answer","input":{}})") +
      delta(1, R"({"type":"input_json_delta","partial_json":""})") +
      delta(1, R"({"type":"input_json_delta","partial_json":"{\"a\": "})") +
      delta(1, R"({"type":"input_json_delta","partial_json":"[1]}"})");
  const Row rows[] = {
      {"text", start() + text_block("hi") + event(R"({"type":"ping"})") + stop("end_turn"),
       State::whole, "hi", "stop"},
      {"truncated", start() + text_block("hi") + stop("max_tokens"), State::whole, "hi", "length"},
      {"context full", start() + text_block("hi") + stop("model_context_window_exceeded"),
       State::whole, "hi", "length"},
      {"refused", start() + stop("refusal"), State::whole, "", "content_filter"},
      {"paused", start() + text_block("hi") + stop("pause_turn"), State::whole, "hi", "pause_turn"},
      {"thinking is no answer", start() + thinking + stop("end_turn"), State::whole, "", "stop"},
      {"a tool call is the answer", start() + text_block("Sure:") + tool + stop("tool_use"),
       State::whole, R"({"a": [1]})", "stop"},
      {"a tool without input",
       start() + begin_block(0, R"({"type":"tool_use","name":"answer","input":{}})") +
           stop("tool_use"),
       State::whole, "{}", "stop"},
      {"cut", start() + text_block("hi"), State::cut, "", ""},
      {"nothing", "", State::cut, "", ""},
      {"overloaded in the stream",
       start() + event(R"({"type":"error","error":{"type":"overloaded_error","message":"busy"}})"),
       State::failed, "busy", "passes"},
      {"invalid in the stream",
       event(R"({"type":"error","error":{"type":"invalid_request_error","message":"bad"}})"),
       State::failed, "bad", "stays"},
      {"a document",
       R"({"type":"message","model":"claude-x","content":[{"type":"thinking","thinking":"hm"},)"
       R"({"type":"text","text":"h"},{"type":"text","text":"i"}],"stop_reason":"stop_sequence"})",
       State::whole, "hi", "stop"},
      {"a document with a tool call",
       R"({"content":[{"type":"text","text":"x"},{"type":"tool_use","input":{"a":1}}],)"
       R"("stop_reason":"tool_use"})",
       State::whole, R"({"a":1})", "stop"},
      {"half a document", R"({"type":"message","con)", State::cut, "", ""},
      {"an error document", R"({"type":"error","error":{"type":"api_error","message":"oops"}})",
       State::failed, "oops", "passes"},
      {"another protocol", R"({"choices":[]})", State::foreign, R"({"choices":[]})", ""},
      {"a page", "<html>no</html>", State::foreign, "<html>no</html>", ""},
  };
  for (const Row& row : rows) {
    for (const std::size_t piece : {1U, 7U, 100'000U}) check(row, piece);
  }
}

TEST_CASE("usage counts what was read from caches, and the last count of tokens out") {
  AnthropicAnswer collector;
  REQUIRE(collector.feed(start() + text_block("hi") + stop("end_turn")));
  collector.end();
  CHECK(collector.answer().model == "claude-x");
  CHECK(collector.answer().usage.tokens_in == 10);
  CHECK(collector.answer().usage.tokens_out == 12);
}

}  // namespace pawl::llm::anthropic_answer_test
