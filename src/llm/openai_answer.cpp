#include "llm/openai_answer.hpp"

#include <algorithm>
#include <utility>

#include "llm/retry.hpp"

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

void take_usage(Usage& usage, const Json& told) {
  usage.tokens_in = told["prompt_tokens"].int_or(usage.tokens_in);
  usage.tokens_out = told["completion_tokens"].int_or(usage.tokens_out);
}

}  // namespace

void OpenAiAnswer::take_document(const Json& document) {
  take(document, "message");
  if (!document["choices"].items().empty()) finish();
}

void OpenAiAnswer::take(const Json& chunk, std::string_view part) {
  if (const Json& error = chunk["error"]; !error.is_null()) {
    const auto status = static_cast<int>(std::clamp<std::int64_t>(error["code"].int_or(0), 0, 999));
    const bool may_pass = status == 0 || status_may_pass(status);
    report_failure(error_message(error), may_pass ? MayPass::yes : MayPass::no);
    return;
  }
  if (answer().model.empty()) answer().model = chunk["model"].string_or("");
  take_usage(answer().usage, chunk["usage"]);
  if (chunk["choices"].items().empty()) return;
  const Json& choice = chunk["choices"].items().front();
  // A few servers send whole messages as their chunks, and some documents hold bare text.
  const Json& message = choice.has(part) ? choice[part] : choice["message"];
  append_content(answer().text, message.is_object() ? message["content"] : choice["text"]);
  refusal_ += message["refusal"].text();
  if (choice["finish_reason"].is_string()) {
    answer().finish_reason = choice["finish_reason"].string_or("");
    finish();
  }
}

void OpenAiAnswer::settle() {
  if (answer().text.empty()) answer().text = std::move(refusal_);
}

}  // namespace pawl::llm
