#include "llm/providers/openai_answer.hpp"

#include <algorithm>
#include <utility>

#include "llm/spending/usage.hpp"
#include "os/network/retry.hpp"

namespace pawl::llm {
namespace {

// A string, null, or an array of parts with a text each.
void append_content(std::string& out, const Json& content) {
  out += content.text();
  if (!content.is_array()) return;
  for (const Json& part : content.items()) {
    out += part.is_string() ? part.text() : part["text"].text();
  }
}

// Some servers leave reasoning out of the completion and count it in the total only.
void take_usage(Usage& usage, const Json& reported) {
  raise(usage.tokens_in, token_count(reported["prompt_tokens"]));
  raise(usage.tokens_out, token_count(reported["completion_tokens"]));
  const auto total = token_count(reported["total_tokens"]);
  if (total && *total > usage.tokens_in) raise(usage.tokens_out, *total - usage.tokens_in);
}

}  // namespace

void OpenAiAnswer::take_document(const Json& document) {
  take(document, "message");
  if (!document["choices"].items().empty()) finish();
}

void OpenAiAnswer::take(const Json& chunk, std::string_view part) {
  if (const Json& error = chunk["error"]; !error.is_null()) {
    const auto status = static_cast<int>(std::clamp<std::int64_t>(error["code"].int_or(0), 0, 999));
    const bool may_pass = status == 0 || os::status_may_pass(status);
    report_failure(error_message(error), may_pass ? MayPass::yes : MayPass::no);
    return;
  }
  if (answer().model.empty()) answer().model = reported_name(chunk["model"]);
  take_usage(answer().usage, chunk["usage"]);
  if (chunk["choices"].items().empty()) return;
  const Json& choice = chunk["choices"].items().front();
  // A few servers send whole messages as their chunks, and some documents hold bare text.
  const Json& message = choice.has(part) ? choice[part] : choice["message"];
  answer().bytes_received += content_bytes(message.is_object() ? message : choice["text"]);
  append_content(answer().text, message.is_object() ? message["content"] : choice["text"]);
  refusal_ += message["refusal"].text();
  if (choice["finish_reason"].is_string()) {
    answer().finish_reason = reported_name(choice["finish_reason"]);
    finish();
  }
}

void OpenAiAnswer::settle() {
  if (answer().text.empty()) answer().text = std::move(refusal_);
}

}  // namespace pawl::llm
