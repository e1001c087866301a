#include "llm/answer_collector.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

// Of a stream, most of which is frames around a few bytes each.
constexpr std::size_t kBodyBytesMax = 64U << 20U;
// Of what has to be read at once: a document, an event. An answer of a million tokens fits.
constexpr std::size_t kPartBytesMax = 16U << 20U;
constexpr std::size_t kExcerptBytesMax = 300;
constexpr std::size_t kNameBytesMax = 200;

// Not all of a long text is looked at.
std::string excerpt(std::string_view text) {
  return printable(text.substr(0, 2 * kExcerptBytesMax), kExcerptBytesMax);
}

// Fields of server-sent events, or the beginning of one.
bool looks_like_events(std::string_view text) {
  for (const std::string_view field : {":", "data:", "event:", "id:", "retry:"}) {
    if (text.starts_with(field) || field.starts_with(text)) return true;
  }
  return false;
}

}  // namespace

AnswerCollector::AnswerCollector() : events_([this](std::string_view data) { take_event(data); }) {}

bool AnswerCollector::feed(std::string_view piece) {
  if (too_large_) return false;
  bytes_ += piece.size();
  if (bytes_ > kBodyBytesMax) return refuse_more("more than 64 MiB");
  if (form_ == Form::unknown) {
    // Blanks before the first byte say nothing, and are not kept: there may be millions of them.
    const std::string_view start = trim(piece);
    if (start.empty()) return true;
    const bool document = start.front() == '{' || start.front() == '[' || start.front() == '<';
    form_ = document ? Form::document : Form::stream;
    piece.remove_prefix(static_cast<std::size_t>(start.data() - piece.data()));
  }
  if (form_ == Form::stream) {
    feed_events(piece);
  } else {
    document_ += piece;
  }
  const std::size_t part = std::max(document_.size(), events_.pending());
  if (std::max(part, answer_.text.size()) <= kPartBytesMax) return true;
  return refuse_more("more than 16 MiB at once");
}

// What was taken so far is not read either: nobody needs the half of such an answer.
bool AnswerCollector::refuse_more(std::string_view size) {
  report_foreign(size);
  too_large_ = true;
  document_.clear();
  return false;
}

void AnswerCollector::feed_events(std::string_view piece) {
  if (start_.size() < kExcerptBytesMax) start_ += piece.substr(0, kExcerptBytesMax - start_.size());
  events_.feed(piece);
}

void AnswerCollector::end() {
  ending_ = true;
  if (too_large_) return;
  if (form_ == Form::stream) {
    events_.end();
    if (events_seen_ == 0 && !looks_like_events(start_)) report_foreign(start_);
  }
  if (form_ == Form::document) read_document();
  settle();
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
  take_chunk(*chunk);
}

void AnswerCollector::read_document() {
  const auto document = Json::parse(document_);
  if (!document) {
    // Half a JSON document was cut; anything else never was one.
    if (trim(document_).starts_with('<')) report_foreign(trim(document_));
    return;
  }
  take_document(*document);
  if (!failed_ && !finished_) report_foreign(document_);
}

void AnswerCollector::report_failure(std::string_view what, MayPass may_pass) {
  failed_ = true;
  trouble_ = excerpt(what);
  trouble_may_pass_ = may_pass == MayPass::yes;
}

void AnswerCollector::report_foreign(std::string_view text) {
  foreign_ = true;
  trouble_ = excerpt(text);
}

std::string reported_name(const Json& name) {
  return printable(name.text().substr(0, 2 * kNameBytesMax), kNameBytesMax);
}

std::string error_message(const Json& error) {
  if (error.is_string()) return std::string(error.text());
  for (const std::string_view member : {"message", "detail", "error", "code", "type"}) {
    if (error[member].is_string() && !error[member].text().empty()) {
      return std::string(error[member].text());
    }
  }
  return error.dump();
}

std::string error_text(std::string_view body) {
  if (const auto json = Json::parse(body); json && json->is_object()) {
    const Json& error = (*json)["error"];
    return excerpt(error_message(error.is_null() ? *json : error));
  }
  return excerpt(trim(body));
}

}  // namespace pawl::llm
