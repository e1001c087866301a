#include "llm/providers/openai_request.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::string_view kNoThink = "/no_think";

struct PartRow {
  Part part;
  std::string_view member;                // of the body
  std::array<std::string_view, 5> words;  // a refusal that holds one of these blames the part
};

constexpr std::string_view kFormat = "response_format";

constexpr auto kParts = std::to_array<PartRow>({
    {Part::json_schema,
     kFormat,
     {kFormat, "json_schema", "json schema", "structured output", "grammar"}},
    {Part::json_object, kFormat, {kFormat, "json_object", "json mode", "'json'", ""}},
    {Part::stream_options, "stream_options", {"stream_options", "include_usage", "", "", ""}},
    {Part::max_tokens, "max_tokens", {"max_completion_tokens", "", "", "", ""}},
    {Part::temperature, "temperature", {"temperature", "", "", "", ""}},
    {Part::reasoning_effort, "reasoning_effort", {"reasoning_effort", "reasoning", "", "", ""}},
    {Part::thinking_template, "chat_template_kwargs", {"chat_template_kwargs", "", "", "", ""}},
    {Part::thinking_top_level, "enable_thinking", {"enable_thinking", "", "", "", ""}},
});

bool is_sent(const Json& sent, const PartRow& row) {
  if (row.member == kFormat) return sent[kFormat]["type"].text() == to_string(row.part);
  return sent.has(row.member);
}

Json messages_of(const ChatRequest& request, const EndpointOptions& options) {
  const auto last_user =
      std::find_if(request.messages.rbegin(), request.messages.rend(),
                   [](const Message& message) { return message.role == "user"; });
  Json out = Json::array();
  for (const Message& message : request.messages) {
    std::string content = message.content;
    const bool last = last_user != request.messages.rend() && &message == &*last_user;
    if (options.no_think_suffix && last && !contains(content, kNoThink)) {
      content += "\n" + std::string(kNoThink);
    }
    out.push(Json::object({{"role", message.role}, {"content", std::move(content)}}));
  }
  return out;
}

// The strictest form of JSON the endpoint takes; null when it takes none.
Json wanted_format(const Json& schema, PartSet refused) {
  if (!refused.has(Part::json_schema)) {
    return Json::object({{"type", to_string(Part::json_schema)},
                         {"json_schema", Json::object({{"name", "answer"}, {"schema", schema}})}});
  }
  if (refused.has(Part::json_object)) return {};
  return Json::object({{"type", to_string(Part::json_object)}});
}

void add_thinking(const EndpointOptions& options, PartSet refused, Json& body) {
  if (!options.reasoning_effort.empty() && !refused.has(Part::reasoning_effort)) {
    body.set("reasoning_effort", options.reasoning_effort);
  }
  if (options.no_think_template && !refused.has(Part::thinking_template)) {
    body.set("chat_template_kwargs", Json::object({{"enable_thinking", false}}));
  }
  if (options.no_think_top_level && !refused.has(Part::thinking_top_level)) {
    body.set("enable_thinking", false);
  }
}

}  // namespace

Json chat_body(const ChatRequest& request, const EndpointOptions& options, PartSet refused) {
  Json body = Json::object();
  body.set("model", options.model);
  body.set("messages", messages_of(request, options));
  if (!refused.has(Part::temperature)) body.set("temperature", options.temperature);
  const bool newer = refused.has(Part::max_tokens);
  body.set(newer ? "max_completion_tokens" : "max_tokens",
           request.max_tokens.value_or(options.max_tokens));
  body.set("stream", options.stream);
  if (options.stream && !refused.has(Part::stream_options)) {
    body.set("stream_options", Json::object({{"include_usage", true}}));
  }
  if (!request.schema.is_null()) {
    if (Json format = wanted_format(request.schema, refused); !format.is_null()) {
      body.set(kFormat, std::move(format));
    }
  }
  add_thinking(options, refused, body);
  return body;
}

PartSet parts_blamed(const Json& sent, std::string_view refusal) {
  PartSet parts;
  for (const PartRow& row : kParts) {
    if (!is_sent(sent, row)) continue;
    const bool named = std::any_of(row.words.begin(), row.words.end(), [&](std::string_view word) {
      return !word.empty() && contains_folded(refusal, word);
    });
    if (named) parts.add(row.part);
  }
  return parts;
}

std::string clean_base_url(std::string_view text) {
  text = trim(text);
  const auto drop = [&](std::string_view end) {
    while (text.ends_with('/')) text.remove_suffix(1);
    if (text.ends_with(end)) text.remove_suffix(end.size());
  };
  drop("/chat/completions");
  drop("/models");
  drop("");
  return std::string(text);
}

os::Headers openai_headers(const EndpointOptions& options) {
  os::Headers headers;
  if (!options.api_key.empty()) {
    headers.emplace_back("Authorization", "Bearer " + options.api_key.reveal());
  }
  return headers;
}

}  // namespace pawl::llm
