#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "llm/models.hpp"

namespace pawl::llm {
namespace {

enum class Rest : std::uint8_t { needed, optional };

struct ProviderRow {
  std::string_view name;  // byte-stable
  Rest rest;              // what stands behind the colon
  std::string_view what;  // … is, for people
};

constexpr auto kProviders = std::to_array<ProviderRow>({
    {"openai", Rest::needed, "a model name"},
    {"anthropic", Rest::needed, "a model name"},
    {"scripted", Rest::needed, "a file of answers"},
    {"cassette", Rest::needed, "the model folder of a recorded run"},
    {"recipes", Rest::optional, "nothing"},
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
  if (const auto near = nearest(provider, names); near) message += ", did you mean " + *near + "?";
  message += " Providers: " + join(names, ", ") +
             ". A model name that holds a colon is written openai:" + std::string(text);
  return fail(Errc::invalid, std::move(message));
}

}  // namespace

Result<ModelSpec> parse_spec(std::string_view text) {
  text = trim(text);
  if (text.empty()) {
    return fail(Errc::invalid, "the model is empty; write provider:model, for example recipes:");
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    if (find_provider(text) != nullptr) {
      return fail(Errc::invalid, "model " + std::string(text) + " names a provider only; write " +
                                     std::string(text) + ":");
    }
    return ModelSpec{.provider = "openai", .model = std::string(text)};
  }
  const std::string_view provider = text.substr(0, colon);
  const std::string_view rest = text.substr(colon + 1);
  const ProviderRow* row = find_provider(provider);
  if (row == nullptr) return unknown_provider(text, provider);
  if (rest.empty() && row->rest == Rest::needed) {
    return fail(Errc::invalid, "model " + std::string(text) + " lacks " + std::string(row->what) +
                                   " behind the colon");
  }
  return ModelSpec{.provider = std::string(provider), .model = std::string(rest)};
}

}  // namespace pawl::llm
