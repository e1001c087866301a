#include "llm/providers/anthropic_answer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::llm {
namespace {

struct FinishRow {
  std::string_view stop_reason;
  std::string_view finish;
};

constexpr auto kFinishes = std::to_array<FinishRow>({
    {"end_turn", "stop"},
    {"stop_sequence", "stop"},
    {"tool_use", "stop"},
    {"max_tokens", "length"},
    {"model_context_window_exceeded", "length"},
    {"refusal", "content_filter"},
});

// Errors reported inside of a stream that started well.
constexpr auto kPassingErrors =
    fixed_words("overloaded_error", "api_error", "rate_limit_error", "timeout_error");

// What was read from a cache or written to one was read all the same.
void take_anthropic_usage(Usage& usage, const Json& reported) {
  std::int64_t read = 0;
  for (const std::string_view part :
       {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}) {
    read = saturating_add(read, token_count(reported[part]).value_or(0));
  }
  raise(usage.tokens_in, read);
  raise(usage.tokens_out, token_count(reported["output_tokens"]));
}

}  // namespace

std::string finish_of(std::string_view stop_reason) {
  const auto row = std::find_if(kFinishes.begin(), kFinishes.end(), [&](const FinishRow& each) {
    return each.stop_reason == stop_reason;
  });
  return std::string(row == kFinishes.end() ? stop_reason : row->finish);
}

void AnthropicAnswer::take_chunk(const Json& chunk) {
  const std::string_view type = chunk["type"].text();
  const std::int64_t index = chunk["index"].int_or(0);
  if (type == "error") return take_error(chunk["error"]);
  if (type == "message_start") {
    answer().model = reported_name(chunk["message"]["model"]);
    take_anthropic_usage(answer().usage, chunk["message"]["usage"]);
  } else if (type == "content_block_start") {
    begin_block(index, chunk["content_block"]);
  } else if (type == "content_block_delta") {
    take_delta(index, chunk["delta"]);
  } else if (type == "message_delta") {
    take_anthropic_usage(answer().usage, chunk["usage"]);
    take_stop(chunk["delta"]["stop_reason"]);
  } else if (type == "message_stop") {
    finish();
  }
}

void AnthropicAnswer::begin_block(std::int64_t index, const Json& block) {
  answer().bytes_received += content_bytes(block);
  if (block["type"].text() == "text") answer().text += block["text"].text();
  if (block["type"].text() == "tool_use") {
    // A stream begins it with an empty object and sends the input in pieces.
    const Json& input = block["input"];
    tool_inputs_[index] = input.members().empty() ? std::string() : input.dump();
  }
}

void AnthropicAnswer::take_delta(std::int64_t index, const Json& delta) {
  answer().bytes_received += content_bytes(delta);
  if (delta["type"].text() == "text_delta") answer().text += delta["text"].text();
  if (delta["type"].text() == "input_json_delta") {
    tool_inputs_[index] += delta["partial_json"].text();
  }
}

void AnthropicAnswer::take_document(const Json& document) {
  if (document["type"].text() == "error") return take_error(document["error"]);
  if (!document["content"].is_array()) return;
  answer().model = reported_name(document["model"]);
  take_anthropic_usage(answer().usage, document["usage"]);
  std::int64_t index = 0;
  for (const Json& block : document["content"].items()) begin_block(index++, block);
  take_stop(document["stop_reason"]);
  finish();
}

void AnthropicAnswer::take_stop(const Json& reason) {
  if (!reason.is_string()) return;
  answer().finish_reason = finish_of(reported_name(reason));
  finish();
}

void AnthropicAnswer::take_error(const Json& error) {
  const bool may_pass = std::find(kPassingErrors.begin(), kPassingErrors.end(),
                                  error["type"].text()) != kPassingErrors.end();
  report_failure(error_message(error), may_pass ? MayPass::yes : MayPass::no);
}

void AnthropicAnswer::settle() {
  if (tool_inputs_.empty()) return;
  std::string& input = tool_inputs_.rbegin()->second;
  answer().text = input.empty() ? "{}" : std::move(input);
}

}  // namespace pawl::llm
