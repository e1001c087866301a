#include "guards/config/public_schemas.hpp"

#include <algorithm>
#include <array>

namespace pawl::guards {
namespace {

constexpr auto kSchemas = std::to_array<PublicSchema>({
    {"cargo.json", "Cargo", "https://json.schemastore.org/cargo.json"},
    {"compose.json", "Compose",
     "https://raw.githubusercontent.com/compose-spec/compose-spec/main/schema/compose-spec.json"},
    {"dependabot.json", "Dependabot", "https://json.schemastore.org/dependabot-2.0.json"},
    {"eslintrc.json", "ESLint", "https://json.schemastore.org/eslintrc.json"},
    {"github-workflow.json", "GitHub", "https://json.schemastore.org/github-workflow.json"},
    {"package.json", "npm", "https://json.schemastore.org/package.json"},
    {"prettierrc.json", "Prettier", "https://json.schemastore.org/prettierrc.json"},
    {"pyproject.json", "Python's packaging", "https://json.schemastore.org/pyproject.json"},
    {"renovate.json", "Renovate", "https://docs.renovatebot.com/renovate-schema.json"},
    {"tsconfig.json", "TypeScript", "https://json.schemastore.org/tsconfig.json"},
});

// The store answers under two names, and schemas refer to it by either, with or without an ending.
std::string_view plain_url(std::string_view url) {
  for (const std::string_view start :
       {"https://", "http://", "json.schemastore.org/", "www.schemastore.org/"}) {
    if (url.starts_with(start)) url.remove_prefix(start.size());
  }
  if (url.ends_with(".json")) url.remove_suffix(5);
  return url;
}

}  // namespace

std::span<const PublicSchema> public_schemas() { return kSchemas; }

const PublicSchema* find_public_schema(std::string_view name) {
  const auto found = std::find_if(kSchemas.begin(), kSchemas.end(), [&](const auto& schema) {
    return schema.file == name || schema.file == std::string(name) + ".json";
  });
  return found == kSchemas.end() ? nullptr : &*found;
}

Result<schema::JsonSchema> compile_public_schema(const PublicSchema& schema, std::string_view text,
                                                 const FetchedSchema& fetched) {
  TRY_ASSIGN(const Json json, Json::parse(text));
  if (!json.is_object()) return fail(Errc::invalid, "it is no JSON object");
  const auto document = [&](const std::string& url) -> std::optional<Json> {
    for (const PublicSchema& other : kSchemas) {
      if (plain_url(other.url) != plain_url(url)) continue;
      const auto content = other.file == schema.file ? std::optional<std::string>(text)
                           : fetched                 ? fetched(other.file)
                                                     : std::nullopt;
      if (!content) return std::nullopt;
      Result<Json> parsed = Json::parse(*content);
      return parsed ? std::optional<Json>(*std::move(parsed)) : std::nullopt;
    }
    return std::nullopt;
  };
  return schema::JsonSchema::compile(
      json, {.uri = std::string(schema.url), .document = document, .lenient = true});
}

}  // namespace pawl::guards
