#include "guards/config/config_schemas.hpp"

#include <algorithm>
#include <array>

#include "base/assets.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using syntax::DataFormat;

constexpr std::string_view kFolder = "schemas/config/";

struct SchemaRow {
  std::string_view name;  // of the file; a leading or trailing `*` stands for any text
  ConfigSchema schema;
  // Folders it counts in: `` any, `.` only the root, else that folder alone.
  std::string_view folder = "";
};

constexpr ConfigSchema kEslint{"eslintrc.json", "ESLint", true};
constexpr ConfigSchema kPrettier{"prettierrc.json", "Prettier", false};
constexpr ConfigSchema kTypescript{"tsconfig.json", "TypeScript", false, DataFormat::json,
                                   "compilerOptions"};
constexpr ConfigSchema kCompose{"compose.json", "Compose", true, DataFormat::yaml};
constexpr ConfigSchema kRenovate{"renovate.json", "Renovate", false};
constexpr ConfigSchema kWorkflow{"github-workflow.json", "GitHub", true, DataFormat::yaml};
constexpr ConfigSchema kDependabot{"dependabot.json", "Dependabot", true, DataFormat::yaml};

constexpr auto kSchemaRows = std::to_array<SchemaRow>({
    {"package.json", {"package.json", "npm", false}},
    {"tsconfig.json", kTypescript},
    {"tsconfig.*.json", kTypescript},
    {"jsconfig.json", kTypescript},
    {".eslintrc", kEslint},
    {".eslintrc.json", kEslint},
    {".eslintrc.y*ml", kEslint},
    {".prettierrc", kPrettier},
    {".prettierrc.json", kPrettier},
    {".prettierrc.json5", kPrettier},
    {".prettierrc.y*ml", kPrettier},
    {".prettierrc.toml", kPrettier},
    {"Cargo.toml", {"cargo.json", "Cargo", false, DataFormat::toml}},
    {"pyproject.toml", {"pyproject.json", "Python's packaging", false, DataFormat::toml}},
    {"*.y*ml", kWorkflow, ".github/workflows"},
    {"dependabot.y*ml", kDependabot, ".github"},
    {"compose.y*ml", kCompose},
    {"docker-compose.y*ml", kCompose},
    {"compose.*.y*ml", kCompose},
    {"docker-compose.*.y*ml", kCompose},
    {"docker-compose-*.y*ml", kCompose},
    {"Chart.yaml", {"chart.json", "Helm", false, DataFormat::yaml}},
    {"renovate.json", kRenovate, "."},
    {"renovate.json5", kRenovate, "."},
    {"renovate.json", kRenovate, ".github"},
    {"renovate.json5", kRenovate, ".github"},
    {".renovaterc", kRenovate, "."},
    {".renovaterc.json", kRenovate, "."},
    {".renovaterc.json5", kRenovate, "."},
});

// `*` stands for any text, also none.
bool fits(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at) {
    if (fits(rest, name.substr(at))) return true;
  }
  return false;
}

bool fits(const SchemaRow& row, const RepoPath& path) {
  const std::string_view folder = row.folder == "." ? "" : row.folder;
  if (!row.folder.empty() && path.folder() != folder) return false;
  return fits(row.name, path.name());
}

// What tests feed to a program may be broken on purpose. The configuration of the tests themselves
// lies right in their folder.
bool is_fixture(const RepoPath& path) {
  static constexpr auto kAlways =
      fixed_words("fixtures", "__fixtures__", "fixture", "testdata", "test-data", "test_data",
                  "snapshots", "__snapshots__", "__mocks__", "corpus", "golden");
  static constexpr auto kDeeper =
      fixed_words("test", "tests", "__tests__", "spec", "specs", "testing", "cases");
  const auto parts = path.components();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const auto is = [&](std::string_view name) { return parts[i] == name; };
    if (std::any_of(kAlways.begin(), kAlways.end(), is)) return true;
    if (i + 2 < parts.size() && std::any_of(kDeeper.begin(), kDeeper.end(), is)) return true;
  }
  return false;
}

// Braces are a word of their own in the languages of GitHub, Compose and Renovate.
bool is_template(const ConfigSchema& schema, const RepoPath& path, std::string_view text) {
  if (contains(path.text(), "{{") || contains(text, "{%") || contains(text, "<%")) return true;
  const bool has_braces = schema.file == kWorkflow.file || schema.file == kCompose.file ||
                          schema.file == kRenovate.file || schema.file == kDependabot.file;
  if (schema.file == kCompose.file && contains(text, "!reset")) return true;
  return !has_braces && contains(text, "{{");
}

DataFormat format_of(const ConfigSchema& schema, const RepoPath& path, std::string_view text) {
  const std::string ending = path.extension();
  if (ending == ".toml") return DataFormat::toml;
  if (ending == ".yml" || ending == ".yaml") return DataFormat::yaml;
  if (ending == ".json" || ending == ".json5") return DataFormat::json;
  const std::string_view content = trim(text);
  const bool is_json =
      content.starts_with('{') || content.starts_with("//") || content.starts_with("/*");
  return is_json ? schema.format : DataFormat::yaml;
}

}  // namespace

std::optional<ConfigSchema> schema_of(const RepoPath& path, std::string_view text) {
  const auto row = std::find_if(kSchemaRows.begin(), kSchemaRows.end(),
                                [&](const SchemaRow& each) { return fits(each, path); });
  if (row == kSchemaRows.end() || is_fixture(path) || repo::is_vendored(path)) return std::nullopt;
  ConfigSchema out = row->schema;
  if (is_template(out, path, text)) return std::nullopt;
  out.format = format_of(out, path, text);
  return out;
}

Result<schema::JsonSchema> bundled_schema(std::string_view file) {
  const auto read = [](const std::string& name) -> std::optional<Json> {
    const auto text = asset(std::string(kFolder) + name);
    auto json = text ? Json::parse(*text) : Result<Json>(fail(Errc::not_found, "no such schema"));
    if (!json) return std::nullopt;
    return *std::move(json);
  };
  const std::string name(file);
  const auto schema = read(name);
  if (!schema) return fail(Errc::not_found, "there is no schema \"" + name + "\"");
  return schema::JsonSchema::compile(*schema, {.uri = name, .document = read});
}

}  // namespace pawl::guards
