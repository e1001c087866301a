#include <algorithm>
#include <array>

#include "base/secrets/url_secret.hpp"
#include "base/text/text.hpp"
#include "llm/models.hpp"

namespace pawl::llm {
namespace {

enum class Rest : std::uint8_t { needed, optional };
enum class ModelPlace : std::uint8_t { here, remote };

struct ProviderRow {
  std::string_view name;  // byte-stable
  ModelPlace place;       // where its answers come from
  Rest rest;              // what stands behind the colon
  std::string_view what;  // … is, for people
};

constexpr auto kProviders = std::to_array<ProviderRow>({
    {"openai", ModelPlace::remote, Rest::needed, "a model name"},
    {"anthropic", ModelPlace::remote, Rest::needed, "a model name"},
    {"scripted", ModelPlace::here, Rest::needed, "a file of answers"},
    {"cassette", ModelPlace::here, Rest::needed, "the model folder of a recorded run"},
    {"recipes", ModelPlace::here, Rest::optional, "nothing"},
});

const ProviderRow* find_provider(std::string_view name) {
  const auto row = std::find_if(kProviders.begin(), kProviders.end(),
                                [&](const ProviderRow& each) { return each.name == name; });
  return row == kProviders.end() ? nullptr : &*row;
}

Error unknown_provider(std::string_view text, std::string_view provider) {
  std::vector<std::string> names;
  for (const ProviderRow& row : kProviders) names.emplace_back(row.name);
  std::string message = "model " + std::string(text) + ": no provider " + std::string(provider);
  const auto near = nearest(provider, names);
  message += near ? ", did you mean " + *near + "?" : ".";
  message += " Providers: " + join(names, ", ") +
             ". A model name that holds a colon is written openai:" + std::string(text);
  return fail(Errc::invalid, std::move(message));
}

// Where the URL begins behind a model's name; npos when there is none. A name may hold an `@`.
std::size_t url_start(std::string_view text) {
  const auto plain = text.find("@http://");
  return plain != std::string_view::npos ? plain : text.find("@https://");
}

Status split_url(std::string_view text, ModelSpec& spec) {
  const auto at = url_start(spec.model);
  if (at == std::string::npos) return Done{};
  spec.base_url = spec.model.substr(at + 1);
  spec.model.resize(at);
  const auto host = spec.base_url.find("://") + 3;
  const std::string authority = spec.base_url.substr(host, spec.base_url.find('/', host) - host);
  if (spec.model.empty() || authority.empty()) {
    return fail(Errc::invalid, "model " + without_url_secrets(text) + " is not provider:model@URL");
  }
  if (contains(authority, "@") || spec.base_url.find_first_of("?#") != std::string::npos) {
    return fail(Errc::invalid, "the URL of model " + spec.provider + ":" + spec.model +
                                   " holds a user or a query; give its key as a setting");
  }
  return Done{};
}

Result<ModelSpec> parse_named(std::string_view text, std::string_view provider,
                              std::string_view rest) {
  const ProviderRow* row = find_provider(provider);
  if (row == nullptr) return unknown_provider(text, provider);
  if (rest.empty() && row->rest == Rest::needed) {
    return fail(Errc::invalid, "model " + std::string(text) + " lacks " + std::string(row->what) +
                                   " behind the colon");
  }
  ModelSpec spec{.provider = std::string(provider), .model = std::string(rest), .base_url = {}};
  if (row->place == ModelPlace::remote) TRY(split_url(text, spec));
  return spec;
}

}  // namespace

bool ModelSpec::is_remote() const {
  const ProviderRow* row = find_provider(provider);
  return row != nullptr && row->place == ModelPlace::remote;
}

Result<ModelSpec> parse_spec(std::string_view text) {
  text = trim(text);
  if (text.empty()) {
    return fail(Errc::invalid, "the model is empty; write provider:model, for example recipes:");
  }
  const auto colon = text.substr(0, url_start(text)).find(':');
  if (colon != std::string_view::npos) {
    return parse_named(text, text.substr(0, colon), text.substr(colon + 1));
  }
  if (find_provider(text) != nullptr) {
    return fail(Errc::invalid, "model " + std::string(text) + " names a provider only; write " +
                                   std::string(text) + ":");
  }
  return parse_named(text, "openai", text);
}

Result<std::vector<ModelSpec>> parse_specs(std::string_view text) {
  std::vector<ModelSpec> specs;
  for (const std::string_view part : split(text, ',')) {
    if (trim(part).empty()) continue;
    TRY_ASSIGN(ModelSpec spec, parse_spec(part));
    specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace pawl::llm
