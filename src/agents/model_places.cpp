#include "agents/model_places.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"

namespace pawl::agents {
namespace {

constexpr std::string_view kOpenAi = "https://api.openai.com";

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

bool is_default_url(const std::string& url) {
  const config::Setting* setting = config::find_setting("model.base_url");
  return setting != nullptr && url == setting->default_text;
}

// As chat models of openai: have it: model.base_url with model.api_key. OpenAI's own key goes to
// OpenAI alone, which is meant where nothing else is set.
ModelPlace openai_place(const config::Config& config) {
  ModelPlace place{.prefix = "/openai/v1",
                   .provider = "openai",
                   .base_url = without_slash(config.model_base_url),
                   .key = config.model_api_key,
                   .key_setting = "model.api_key"};
  if (!place.key.empty() || config.openai_api_key.empty()) return place;
  if (is_default_url(config.model_base_url)) place.base_url = std::string(kOpenAi) + "/v1";
  if (place.base_url == kOpenAi || place.base_url.starts_with(std::string(kOpenAi) + "/")) {
    place.key = config.openai_api_key;
    place.key_setting = "openai.api_key";
  }
  return place;
}

Status check_way(const ModelPlace& place, const config::Config& config) {
  const bool plain = starts_with_folded(place.base_url, "http://");
  if (place.key.empty() || !plain || config.allow_plain_http ||
      llm::is_loopback_url(place.base_url)) {
    return Done{};
  }
  return fail(Errc::denied, "the key (" + place.key_setting +
                                ") would go to another machine over http://, readable on the "
                                "way; use https://, empty the key, or set "
                                "model.allow_plain_http if that network is yours");
}

struct PathRow {
  std::string_view prefix;
  std::string_view method;
  std::string_view path;  // after the prefix
  std::optional<Api> api;
};
constexpr auto kPaths = std::to_array<PathRow>({
    {"/openai/v1", "POST", "/chat/completions", Api::chat},
    {"/openai/v1", "POST", "/responses", Api::responses},
    {"/openai/v1", "GET", "/models", {}},
    {"/anthropic", "POST", "/v1/messages", Api::anthropic},
    {"/anthropic", "POST", "/v1/messages/count_tokens", {}},
    {"/anthropic", "GET", "/v1/models", {}},
    {"/gemini", "GET", "/v1beta/models", {}},
});

// `gpt-5`, `qwen/qwen3`: a name of a model, and no way to another path.
bool is_name(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           contains("-_.", std::string_view(&c, 1));
  });
  return plain && !name.empty() && name.find_first_not_of('.') != std::string_view::npos;
}

// `/v1beta/models/NAME:generateContent`
bool take_gemini_path(std::string_view method, std::string_view path, ModelRoute& route) {
  constexpr std::string_view kModels = "/models/";
  const auto version = path.find(kModels);
  if (version == std::string_view::npos || !path.starts_with("/v1")) return false;
  if (!is_name(path.substr(1, version - 1))) return false;
  const std::string_view rest = path.substr(version + kModels.size());
  const auto colon = rest.find(':');
  const std::string_view what = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  route.model = std::string(rest.substr(0, colon));
  if (!is_name(route.model)) return false;
  if (method == "GET") return what.empty();
  route.streams_by_path = what == "streamGenerateContent";
  if (what == "generateContent" || route.streams_by_path) route.api = Api::gemini;
  return method == "POST" && (route.api.has_value() || what == "countTokens");
}

bool take_path(const ModelPlace& place, std::string_view method, std::string_view path,
               ModelRoute& route) {
  for (const PathRow& row : kPaths) {
    if (row.prefix != place.prefix || row.method != method) continue;
    const bool one = method == "GET" && path.starts_with(row.path) &&
                     path.substr(row.path.size()).starts_with('/') &&
                     is_name(path.substr(row.path.size() + 1));
    if (path != row.path && !one) continue;
    route.api = row.api;
    return true;
  }
  return place.prefix == "/gemini" && take_gemini_path(method, path, route);
}

// What tells how an answer is to look; keys go.
std::string query_without_key(std::string_view query) {
  std::vector<std::string> kept;
  for (const std::string_view part : split(query, '&')) {
    if (part.empty() || part.starts_with("key=")) continue;
    kept.emplace_back(part);
  }
  return kept.empty() ? "" : "?" + join(kept, "&");
}

}  // namespace

Result<std::vector<ModelPlace>> model_places(const config::Config& config) {
  std::vector<ModelPlace> places = {
      {.prefix = "/anthropic",
       .provider = "anthropic",
       .base_url = without_slash(config.anthropic_base_url),
       .key = config.anthropic_api_key,
       .key_setting = "anthropic.api_key"},
      openai_place(config),
      {.prefix = "/gemini",
       .provider = "gemini",
       .base_url = without_slash(config.gemini_base_url),
       .key = config.gemini_api_key,
       .key_setting = "gemini.api_key"},
  };
  for (const ModelPlace& place : places) TRY(check_way(place, config));
  return places;
}

std::optional<ModelRoute> route_of(const std::vector<ModelPlace>& places, std::string_view method,
                                   std::string_view target) {
  const auto question = target.find('?');
  const std::string_view path = target.substr(0, question);
  const std::string_view query =
      question == std::string_view::npos ? "" : target.substr(question + 1);
  for (const ModelPlace& place : places) {
    if (!path.starts_with(place.prefix + "/")) continue;
    ModelRoute route{.place = &place, .url = {}, .api = {}, .model = {}};
    const std::string_view rest = path.substr(place.prefix.size());
    if (!take_path(place, method, rest, route)) return {};
    route.url = place.base_url + std::string(rest) + query_without_key(query);
    return route;
  }
  return {};
}

os::Headers key_headers(const ModelPlace& place) {
  if (place.key.empty()) return {};
  if (place.provider == "anthropic") return {{"x-api-key", place.key.reveal()}};
  if (place.provider == "gemini") return {{"x-goog-api-key", place.key.reveal()}};
  return {{"Authorization", "Bearer " + place.key.reveal()}};
}

}  // namespace pawl::agents
