// What an agent reports while it works, whichever way it says it: for the journal, which takes so
// much of one agent and no more, and for the end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.hpp"

namespace pawl::agents {

class Hearing {
 public:
  Hearing(std::string label, const Redactor& redactor, EventSink& events)
      : label_(std::move(label)), redactor_(redactor), events_(events) {}

  void said(
      std::string_view text);  // a whole message; the last one is the result, unless one is given
  // A piece of a message that comes in pieces; said_all() ends it.
  void said_more(std::string_view piece);
  void said_all();
  void tool(std::string_view name, std::string_view what);
  void tool_failed(std::string_view name, std::string_view message);
  // Something went wrong; whether the agent goes on shows later. `status` is of HTTP; 0: none.
  void error(std::string_view message, int status = 0);
  void model(std::string_view name) { model_ = std::string(name); }
  void turn() { ++usage_.turns; }
  // Of all it did up to now; the largest counts.
  void used(const Usage& usage);
  // Of one answer more.
  void used_more(const Usage& usage);
  // It has ended, well or with an error.
  void result(std::string_view text);
  void failed(std::string_view message, int status = 0);

  const Usage& usage() const { return usage_; }
  const std::string& model() const { return model_; }
  const std::string& text() const { return text_; }
  bool has_result() const { return has_result_; }
  bool has_failed() const { return failed_; }
  // Of the last error; empty: none was reported.
  const std::string& trouble() const { return trouble_; }
  bool trouble_is_transient() const { return transient_; }

 private:
  std::string shown(std::string_view text, std::size_t bytes_max) const;
  void record(const Event& event);

  std::string label_;
  const Redactor& redactor_;
  EventSink& events_;
  Usage usage_;
  std::string model_;
  std::string text_;
  std::string saying_;
  std::string trouble_;
  int recorded_ = 0;  // events
  bool transient_ = false;
  bool has_result_ = false;
  bool failed_ = false;
};

// Whether trying again may help: by the status (408, 425, 429, 5xx) and by the words.
bool is_transient(std::string_view message, int status);

// Tokens and dollars as an agent reports them of itself: within what is possible, so that no sum of
// them overflows. What is no such number counts as none.
std::int64_t reported_tokens(const Json& count);
std::optional<std::int64_t> reported_micros(const Json& dollars);

// The part of a tool's input that says most: a command, a path, an address.
std::string what_of(const Json& input);

// Output cut into lines, however long one is, and each line that is a JSON object handed on; the
// last one may lack its end. What else is printed is passed over.
class JsonLines {
 public:
  explicit JsonLines(std::function<void(const Json&)> on_line) : on_line_(std::move(on_line)) {}
  void feed(std::string_view piece);
  void end();

 private:
  void take(std::string_view line);

  std::function<void(const Json&)> on_line_;
  std::string begun_;
  bool too_long_ = false;
};

}  // namespace pawl::agents
