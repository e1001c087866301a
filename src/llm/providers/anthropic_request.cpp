#include "llm/providers/anthropic_request.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::string_view kApiVersion = "2023-06-01";
constexpr std::string_view kToolName = "answer";
constexpr double kTemperatureMax = 1.0;

void append_paragraph(std::string& text, std::string_view more) {
  if (!text.empty()) text += "\n\n";
  text += more;
}

std::string system_of(const ChatRequest& request) {
  std::string system;
  for (const Message& message : request.messages) {
    if (message.role == "system") append_paragraph(system, message.content);
  }
  return system;
}

// Empty messages are refused, and some servers want the roles to take turns.
Json turns_of(const ChatRequest& request) {
  std::vector<Message> turns;
  for (const Message& message : request.messages) {
    if (message.role == "system" || trim(message.content).empty()) continue;
    if (!turns.empty() && turns.back().role == message.role) {
      append_paragraph(turns.back().content, message.content);
    } else {
      turns.push_back(message);
    }
  }
  Json out = Json::array();
  for (const Message& turn : turns) {
    out.push(Json::object({{"role", turn.role}, {"content", turn.content}}));
  }
  return out;
}

void ask_for(const Json& schema, Json& body) {
  body.set(
      "tools",
      Json::array_of(std::array{Json::object(
          {{"name", kToolName}, {"description", "Gives the answer."}, {"input_schema", schema}})}));
  body.set(
      "tool_choice",
      Json::object({{"type", "tool"}, {"name", kToolName}, {"disable_parallel_tool_use", true}}));
}

}  // namespace

Json messages_body(const ChatRequest& request, const EndpointOptions& options, PartSet refused) {
  Json body = Json::object();
  body.set("model", options.model);
  body.set("max_tokens", request.max_tokens.value_or(options.max_tokens));
  if (std::string system = system_of(request); !system.empty()) {
    body.set("system", std::move(system));
  }
  body.set("messages", turns_of(request));
  if (!refused.has(Part::temperature)) {
    body.set("temperature", std::min(options.temperature, kTemperatureMax));
  }
  body.set("stream", options.stream);
  // The input of a tool is always an object.
  if (request.schema["type"].text() == "object" && !refused.has(Part::tools)) {
    ask_for(request.schema, body);
  }
  return body;
}

PartSet messages_parts_blamed(const Json& sent, std::string_view refusal) {
  PartSet parts;
  if (sent.has("temperature") && contains_folded(refusal, "temperature")) {
    parts.add(Part::temperature);
  }
  const bool of_tools = contains_folded(refusal, "tool") || contains_folded(refusal, "schema");
  if (sent.has("tools") && of_tools) parts.add(Part::tools);
  return parts;
}

std::string clean_messages_url(std::string_view text) {
  text = trim(text);
  for (const std::string_view end : {"/messages", "/models", "/v1", ""}) {
    while (text.ends_with('/')) text.remove_suffix(1);
    if (text.ends_with(end)) text.remove_suffix(end.size());
  }
  return std::string(text);
}

os::Headers anthropic_headers(const EndpointOptions& options) {
  os::Headers headers{{"anthropic-version", std::string(kApiVersion)}};
  if (!options.api_key.empty()) headers.emplace_back("x-api-key", options.api_key.reveal());
  return headers;
}

}  // namespace pawl::llm
