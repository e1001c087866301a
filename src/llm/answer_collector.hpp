// What comes back from a model server, streamed or in one piece, whatever protocol it speaks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "llm/chat.hpp"
#include "llm/providers/sse.hpp"

namespace pawl::llm {

// Gathers the body of a 2xx answer as it comes. Whether it is a stream is seen by its first byte,
// not by what was asked for, because some servers ignore `stream`. A protocol says what its
// documents and events mean.
class AnswerCollector {
 public:
  AnswerCollector();
  virtual ~AnswerCollector() = default;
  AnswerCollector(const AnswerCollector&) = delete;
  AnswerCollector& operator=(const AnswerCollector&) = delete;

  // False when the body is larger than anyone needs.
  bool feed(std::string_view piece);
  // No more will come.
  void end();

  enum class State : std::uint8_t {
    whole,   // the answer is there
    cut,     // it stopped in the middle
    failed,  // the endpoint reported an error, see trouble()
    foreign  // not an answer of this protocol, see trouble()
  };
  State state() const;
  // The endpoint's error or the start of what it sent; empty when whole or cut.
  const std::string& trouble() const { return trouble_; }
  // The reported error carries no status, or one that may pass.
  bool trouble_may_pass() const { return trouble_may_pass_; }
  ChatAnswer& answer() { return answer_; }
  // Of the body, as they came.
  std::size_t bytes() const { return bytes_; }

 protected:
  // An event of a stream that is JSON.
  virtual void take_chunk(const Json& chunk) = 0;
  // The one document of an answer that is no stream: takes it and calls finish(), or does not.
  virtual void take_document(const Json& document) = 0;
  // The body is over; what was gathered aside goes into the answer.
  virtual void settle() {}

  void finish() { finished_ = true; }
  enum class MayPass : std::uint8_t { no, yes };
  void report_failure(std::string_view what, MayPass may_pass);

 private:
  enum class Form : std::uint8_t { unknown, stream, document };
  void feed_events(std::string_view piece);
  void take_event(std::string_view data);
  void read_document();
  void report_foreign(std::string_view text);
  bool refuse_more(std::string_view size);

  SseReader events_;
  Form form_ = Form::unknown;
  bool ending_ = false;  // what comes now lacks its blank line
  std::size_t events_seen_ = 0;
  std::string document_;
  std::string start_;  // of a stream
  std::size_t bytes_ = 0;
  ChatAnswer answer_;
  bool finished_ = false;  // the end was announced, or the document is whole
  bool failed_ = false;
  bool foreign_ = false;
  bool too_large_ = false;
  std::string trouble_;
  bool trouble_may_pass_ = true;
};

// The name of a model or a reason to finish, as a server reports it: one short line of text.
std::string reported_name(const Json& name);
// `error.message` of an error body in any of its usual forms, else the start of the body.
std::string error_text(std::string_view body);
// The same of the error itself, a text or an object.
std::string error_message(const Json& error);

}  // namespace pawl::llm
