#include "agents/hosted_tools.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

// Members of the request itself: chat completions with a search, servers of the Messages API, and
// what gateways add.
constexpr auto kToolMembers = fixed_words("web_search_options", "mcp_servers", "plugins");
// How the types of such tools begin: `web_search_preview`, `web_fetch_20250910`, `mcp_toolset`.
constexpr auto kTypes = fixed_words("web_search", "web_fetch", "mcp");
// Gemini names a tool by its only member.
constexpr auto kGeminiTools =
    fixed_words("googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval",
                "urlContext", "url_context", "googleMaps", "google_maps");

// Empty: it is none of them.
std::string hosted_name(const Json& tool) {
  const std::string_view type = tool["type"].text();
  for (const std::string_view begin : kTypes) {
    if (type.starts_with(begin)) return std::string(type);
  }
  for (const std::string_view name : kGeminiTools) {
    if (tool.has(name)) return std::string(name);
  }
  return {};
}

}  // namespace

std::vector<std::string> remove_hosted_tools(Json& request) {
  std::vector<std::string> removed;
  for (const std::string_view name : kToolMembers) {
    if (!request.has(name)) continue;
    request.erase(name);
    removed.emplace_back(name);
  }
  Json* tools = request.find("tools");
  if (tools == nullptr || !tools->is_array()) return removed;
  Json::Array kept;
  for (Json& tool : tools->mutable_items()) {
    std::string name = hosted_name(tool);
    // A tool of Gemini's may declare functions in the same breath; those stay.
    for (const std::string_view member : kGeminiTools) tool.erase(member);
    const bool is_of_gemini = among(kGeminiTools, name);
    if (name.empty() || (is_of_gemini && tool.size() > 0)) kept.push_back(std::move(tool));
    if (!name.empty()) removed.push_back(std::move(name));
  }
  *tools = Json(std::move(kept));
  return removed;
}

}  // namespace pawl::agents
