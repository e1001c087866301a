// How many tokens an answer used, read from the answer itself as it passes by: four APIs, whole or
// streamed. What a server reports is believed within what is possible.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "base/json.hpp"
#include "llm/providers/sse.hpp"

namespace pawl::agents {

enum class Api : std::uint8_t { chat, responses, anthropic, gemini };
std::string_view to_string(Api api);  // byte-stable

class UsageReader {
 public:
  UsageReader(Api api, std::size_t bytes_sent);
  UsageReader(const UsageReader&) = delete;
  UsageReader& operator=(const UsageReader&) = delete;

  // A piece of a stream of events. One that turns out to be something else (Gemini's list, a whole
  // answer although a stream was asked for) counts by its bytes: it is not free.
  void feed(std::string_view piece);
  // A whole answer.
  void document(std::string_view text);
  // By now. In the middle of an answer nobody has reported yet it is an estimate.
  Usage usage() const;
  // What an error within a stream says; empty when there was none.
  const std::string& error() const { return error_; }

 private:
  void take(const Json& json);
  void take_chat(const Json& json);
  void take_responses(const Json& json);
  void take_anthropic(const Json& json);
  void take_gemini(const Json& json);
  void report(const Json& in, const Json& out, const Json& cached);

  Api api_;
  std::int64_t bytes_sent_;
  std::int64_t bytes_said_ = 0;
  std::int64_t bytes_streamed_ = 0;
  bool has_event_ = false;
  std::int64_t reported_in_ = 0;
  std::int64_t reported_out_ = 0;
  std::int64_t reported_cached_ = 0;
  std::string error_;
  llm::SseReader events_;
};

}  // namespace pawl::agents
