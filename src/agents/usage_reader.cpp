#include "agents/usage_reader.hpp"

#include <algorithm>

#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::agents {
namespace {

// Nobody's answer is longer; reasoning that is not shown is in it.
constexpr std::int64_t kAnswerTokensMax = 1'000'000;
// What a server may put around a question: its own instructions, the tools in words.
constexpr std::int64_t kAddedTokensMax = 50'000;
// What servers send before the first event, to keep a connection.
constexpr std::int64_t kPreambleMax = 4'096;
// A token has at most so many bytes, on the average of an answer.
constexpr std::int64_t kSaidBytesPerToken = 16;

std::int64_t bytes_of(const Json& text) { return static_cast<std::int64_t>(text.text().size()); }

// All texts of a value, however deep: tool calls come in many shapes.
std::int64_t texts_of(const Json& value) {
  std::int64_t sum = bytes_of(value);
  for (const Json& item : value.items()) sum += texts_of(item);
  for (const auto& [name, member] : value.members()) sum += texts_of(member);
  return sum;
}

std::int64_t count_of(const Json& value) { return llm::token_count(value).value_or(0); }

}  // namespace

std::string_view to_string(Api api) {
  switch (api) {
    case Api::chat: return "chat";
    case Api::responses: return "responses";
    case Api::anthropic: return "anthropic";
    case Api::gemini: return "gemini";
  }
  return "chat";
}

UsageReader::UsageReader(Api api, std::size_t bytes_sent)
    : api_(api),
      bytes_sent_(static_cast<std::int64_t>(bytes_sent)),
      events_([this](std::string_view data) {
        has_event_ = true;
        if (data == "[DONE]") return;
        if (const auto json = Json::parse(data)) take(*json);
      }) {}

void UsageReader::feed(std::string_view piece) {
  bytes_streamed_ = saturating_add(bytes_streamed_, static_cast<std::int64_t>(piece.size()));
  events_.feed(piece);
}

void UsageReader::document(std::string_view text) {
  const auto json = Json::parse(text);
  if (!json) {
    bytes_said_ += static_cast<std::int64_t>(text.size());
    return;
  }
  // Gemini streams a list unless it is asked for events.
  if (json->is_array()) {
    for (const Json& item : json->items()) take(item);
  } else {
    take(*json);
  }
}

void UsageReader::take(const Json& json) {
  switch (api_) {
    case Api::chat: return take_chat(json);
    case Api::responses: return take_responses(json);
    case Api::anthropic: return take_anthropic(json);
    case Api::gemini: return take_gemini(json);
  }
}

void UsageReader::report(const Json& in, const Json& out, const Json& cached) {
  reported_in_ = std::max(reported_in_, count_of(in));
  reported_out_ = std::max(reported_out_, count_of(out));
  reported_cached_ = std::max(reported_cached_, count_of(cached));
}

void UsageReader::take_chat(const Json& json) {
  for (const Json& choice : json["choices"].items()) {
    bytes_said_ += texts_of(choice["delta"]) + texts_of(choice["message"]);
  }
  const Json& usage = json["usage"];
  report(usage["prompt_tokens"], usage["completion_tokens"],
         usage["prompt_tokens_details"]["cached_tokens"]);
  if (error_.empty()) error_ = json["error"]["message"].string_or("");
}

void UsageReader::take_responses(const Json& json) {
  // Streamed, each event names its type and the last ones hold the whole answer.
  const bool streamed = json["type"].text().starts_with("response.");
  bytes_said_ += bytes_of(json["delta"]);
  if (!streamed) bytes_said_ += texts_of(json["output"]);
  const Json& response = streamed ? json["response"] : json;
  const Json& usage = response["usage"];
  report(usage["input_tokens"], usage["output_tokens"],
         usage["input_tokens_details"]["cached_tokens"]);
  if (error_.empty()) error_ = response["error"]["message"].string_or("");
  if (json["type"].text() == "error") error_ = json["message"].string_or("an error");
}

void UsageReader::take_anthropic(const Json& json) {
  if (json["type"].text() == "error") error_ = json["error"]["message"].string_or("an error");
  bytes_said_ += texts_of(json["delta"]) + texts_of(json["content"]);
  const Json& begun = json["message"]["usage"];
  for (const Json* usage : {&begun, &json["usage"]}) {
    const std::int64_t read = count_of((*usage)["cache_read_input_tokens"]);
    const std::int64_t made = count_of((*usage)["cache_creation_input_tokens"]);
    const std::int64_t fresh = count_of((*usage)["input_tokens"]);
    // What it says of its length at its beginning is not the end of it.
    const Json out = usage == &begun ? Json() : (*usage)["output_tokens"];
    report(saturating_add(saturating_add(fresh, read), made), out, read);
  }
}

void UsageReader::take_gemini(const Json& json) {
  for (const Json& candidate : json["candidates"].items()) {
    bytes_said_ += texts_of(candidate["content"]["parts"]);
  }
  const Json& usage = json["usageMetadata"];
  const std::int64_t out = saturating_add(count_of(usage["candidatesTokenCount"]),
                                          count_of(usage["thoughtsTokenCount"]));
  report(usage["promptTokenCount"], out, usage["cachedContentTokenCount"]);
  if (error_.empty()) error_ = json["error"]["message"].string_or("");
}

Usage UsageReader::usage() const {
  constexpr auto kBytes = static_cast<std::int64_t>(llm::kBytesPerToken);
  Usage usage;
  const std::int64_t in_most = saturating_add(bytes_sent_, kAddedTokensMax);
  usage.tokens_in =
      reported_in_ > 0 ? std::min(reported_in_, in_most) : (bytes_sent_ + kBytes - 1) / kBytes;
  const bool no_events = !has_event_ && bytes_streamed_ > kPreambleMax;
  const std::int64_t bytes = no_events ? bytes_streamed_ : bytes_said_;
  const std::int64_t said = (bytes + kBytes - 1) / kBytes;
  const std::int64_t least = bytes / kSaidBytesPerToken;
  usage.tokens_out = reported_out_ > 0
                         ? std::clamp(reported_out_, least, std::max(least, kAnswerTokensMax))
                         : said;
  usage.cached_in = std::min(reported_cached_, usage.tokens_in);
  return usage;
}

}  // namespace pawl::agents
