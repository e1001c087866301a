#include "llm/openai_answer.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "llm/retry.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kBodyBytesMax = 64U << 20U;
constexpr std::size_t kExcerptBytesMax = 300;

// A string, null, or an array of parts with a text each.
void append_content(std::string& out, const Json& content) {
  out += content.text();
  if (!content.is_array()) return;
  for (const Json& part : content.items()) {
    out += part.is_string() ? part.text() : part["text"].text();
  }
}

std::string message_of(const Json& error) {
  if (error.is_string()) return std::string(error.text());
  for (const std::string_view member : {"message", "detail", "error", "code", "type"}) {
    if (error[member].is_string() && !error[member].text().empty()) {
      return std::string(error[member].text());
    }
  }
  return error.dump();
}

// Fields of server-sent events, or the beginning of one.
bool looks_like_events(std::string_view text) {
  for (const std::string_view field : {":", "data:", "event:", "id:", "retry:"}) {
    if (text.starts_with(field) || field.starts_with(text)) return true;
  }
  return false;
}

void take_usage(Usage& usage, const Json& told) {
  usage.tokens_in = told["prompt_tokens"].int_or(usage.tokens_in);
  usage.tokens_out = told["completion_tokens"].int_or(usage.tokens_out);
}

}  // namespace

AnswerCollector::AnswerCollector() : events_([this](std::string_view data) { take_event(data); }) {}

bool AnswerCollector::feed(std::string_view piece) {
  bytes_ += piece.size();
  if (bytes_ > kBodyBytesMax) {
    report_foreign("more than 64 MiB");
    return false;
  }
  if (form_ == Form::unknown) {
    document_ += piece;
    const std::string_view start = trim(document_);
    if (start.empty()) return true;
    const bool document = start.front() == '{' || start.front() == '[' || start.front() == '<';
    form_ = document ? Form::document : Form::stream;
    if (form_ == Form::stream) feed_events(std::exchange(document_, {}));
  } else if (form_ == Form::stream) {
    feed_events(piece);
  } else {
    document_ += piece;
  }
  return true;
}

void AnswerCollector::feed_events(std::string_view piece) {
  if (start_.size() < kExcerptBytesMax) start_ += piece.substr(0, kExcerptBytesMax - start_.size());
  events_.feed(piece);
}

void AnswerCollector::end() {
  ending_ = true;
  if (form_ == Form::stream) {
    events_.end();
    if (events_seen_ == 0 && !looks_like_events(start_)) report_foreign(start_);
  }
  if (form_ == Form::document) take_document();
  if (answer_.text.empty()) answer_.text = std::move(refusal_);
}

AnswerCollector::State AnswerCollector::state() const {
  if (failed_) return State::failed;
  if (foreign_) return State::foreign;
  return finished_ ? State::whole : State::cut;
}

void AnswerCollector::take_event(std::string_view data) {
  if (failed_ || foreign_) return;
  if (trim(data) == "[DONE]") {
    finished_ = true;
    return;
  }
  const auto chunk = Json::parse(data);
  if (!chunk) {
    // Half an event is a cut; so is one that is broken behind good ones.
    if (!ending_ && events_seen_ == 0) report_foreign(data);
    return;
  }
  ++events_seen_;
  take_chunk(*chunk, "delta");
}

void AnswerCollector::take_document() {
  const auto document = Json::parse(document_);
  if (!document) {
    // Half a JSON document was cut; anything else never was one.
    if (trim(document_).starts_with('<')) report_foreign(trim(document_));
    return;
  }
  take_chunk(*document, "message");
  if (failed_) return;
  finished_ = !(*document)["choices"].items().empty();
  if (!finished_) report_foreign(document_);
}

void AnswerCollector::take_chunk(const Json& chunk, std::string_view part) {
  if (const Json& error = chunk["error"]; !error.is_null()) {
    failed_ = true;
    trouble_ = printable(message_of(error), kExcerptBytesMax);
    const auto status = static_cast<int>(std::clamp<std::int64_t>(error["code"].int_or(0), 0, 999));
    trouble_may_pass_ = status == 0 || status_may_pass(status);
    return;
  }
  if (answer_.model.empty()) answer_.model = chunk["model"].string_or("");
  take_usage(answer_.usage, chunk["usage"]);
  if (chunk["choices"].items().empty()) return;
  const Json& choice = chunk["choices"].items().front();
  // A few servers send whole messages as their chunks, and some documents hold bare text.
  const Json& message = choice.has(part) ? choice[part] : choice["message"];
  append_content(answer_.text, message.is_object() ? message["content"] : choice["text"]);
  refusal_ += message["refusal"].text();
  if (choice["finish_reason"].is_string()) {
    answer_.finish_reason = choice["finish_reason"].string_or("");
    finished_ = true;
  }
}

void AnswerCollector::report_foreign(std::string_view text) {
  foreign_ = true;
  trouble_ = printable(text, kExcerptBytesMax);
}

std::string error_text(std::string_view body) {
  if (const auto json = Json::parse(body); json && json->is_object()) {
    const Json& error = (*json)["error"];
    return printable(message_of(error.is_null() ? *json : error), kExcerptBytesMax);
  }
  return printable(trim(body), kExcerptBytesMax);
}

}  // namespace pawl::llm
