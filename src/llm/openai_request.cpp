#include "llm/openai_request.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::string_view kNoThink = "/no_think";

struct PartRow {
  Part part;
  std::string_view member;                // of the body
  std::array<std::string_view, 5> words;  // a refusal that holds one of these blames the part
};

constexpr auto kParts = std::to_array<PartRow>({
    {Part::response_format,
     "response_format",
     {"response_format", "json_schema", "json schema", "structured output", "grammar"}},
    {Part::stream_options, "stream_options", {"stream_options", "include_usage", "", "", ""}},
    {Part::max_tokens, "max_tokens", {"max_completion_tokens", "", "", "", ""}},
    {Part::temperature, "temperature", {"temperature", "", "", "", ""}},
});

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

Json wanted_format(const Json& schema) {
  return Json::object({{"type", "json_schema"},
                       {"json_schema", Json::object({{"name", "answer"}, {"schema", schema}})}});
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
  if (!request.schema.is_null() && !refused.has(Part::response_format)) {
    body.set("response_format", wanted_format(request.schema));
  }
  if (options.no_think_template) {
    body.set("chat_template_kwargs", Json::object({{"enable_thinking", false}}));
  }
  if (options.no_think_top_level) body.set("enable_thinking", false);
  return body;
}

PartSet parts_blamed(const Json& sent, std::string_view refusal) {
  PartSet parts;
  for (const PartRow& row : kParts) {
    if (!sent.has(row.member)) continue;
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
