#include "guards/config/config_units.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr int kDepthMax = 6;

struct KnownFile {
  std::string_view name;  // in lower case
  ConfigForm form;
};
constexpr auto kKnownFiles = std::to_array<KnownFile>({
    {"pyproject.toml", ConfigForm::toml},
    {"cargo.toml", ConfigForm::toml},
    {"ruff.toml", ConfigForm::toml},
    {".ruff.toml", ConfigForm::toml},
    {"rustfmt.toml", ConfigForm::toml},
    {".rustfmt.toml", ConfigForm::toml},
    {"clippy.toml", ConfigForm::toml},
    {".clippy.toml", ConfigForm::toml},
    {"deny.toml", ConfigForm::toml},
    {"netlify.toml", ConfigForm::toml},
    {"fly.toml", ConfigForm::toml},
    {"wrangler.toml", ConfigForm::toml},
    {"book.toml", ConfigForm::toml},
    {"bunfig.toml", ConfigForm::toml},
    {"mise.toml", ConfigForm::toml},
    {"pixi.toml", ConfigForm::toml},
    {"uv.toml", ConfigForm::toml},
    {"pytest.toml", ConfigForm::toml},
    {"tox.toml", ConfigForm::toml},
    {"pipfile", ConfigForm::toml},
    {"setup.cfg", ConfigForm::ini},
    {".isort.cfg", ConfigForm::ini},
    {"tox.ini", ConfigForm::ini},
    {"pytest.ini", ConfigForm::ini},
    {"mypy.ini", ConfigForm::ini},
    {".mypy.ini", ConfigForm::ini},
    {".coveragerc", ConfigForm::ini},
    {".flake8", ConfigForm::ini},
    {".pylintrc", ConfigForm::ini},
    {"pylintrc", ConfigForm::ini},
    {".editorconfig", ConfigForm::ini},
    {"package.json", ConfigForm::json},
    {"composer.json", ConfigForm::json},
    {"jsconfig.json", ConfigForm::json},
    {"turbo.json", ConfigForm::json},
    {"nx.json", ConfigForm::json},
    {"lerna.json", ConfigForm::json},
    {"vercel.json", ConfigForm::json},
    {"renovate.json", ConfigForm::json},
    {"deno.json", ConfigForm::json},
    {"rush.json", ConfigForm::json},
    {"angular.json", ConfigForm::json},
    {".eslintrc", ConfigForm::json},
    {".eslintrc.json", ConfigForm::json},
    {".prettierrc", ConfigForm::json},
    {".prettierrc.json", ConfigForm::json},
    {".babelrc", ConfigForm::json},
    {".babelrc.json", ConfigForm::json},
    {".stylelintrc", ConfigForm::json},
    {".stylelintrc.json", ConfigForm::json},
    {".markdownlint", ConfigForm::json},
    {".markdownlint.json", ConfigForm::json},
    {".mocharc", ConfigForm::json},
    {".mocharc.json", ConfigForm::json},
    {".nycrc", ConfigForm::json},
    {".nycrc.json", ConfigForm::json},
    {".swcrc", ConfigForm::json},
    {".swcrc.json", ConfigForm::json},
    {".eslintrc.yml", ConfigForm::yaml},
    {".eslintrc.yaml", ConfigForm::yaml},
    {".prettierrc.yml", ConfigForm::yaml},
    {".prettierrc.yaml", ConfigForm::yaml},
    {".stylelintrc.yml", ConfigForm::yaml},
    {".stylelintrc.yaml", ConfigForm::yaml},
    {".markdownlint.yml", ConfigForm::yaml},
    {".markdownlint.yaml", ConfigForm::yaml},
    {".mocharc.yml", ConfigForm::yaml},
    {".mocharc.yaml", ConfigForm::yaml},
    {".pre-commit-config.yml", ConfigForm::yaml},
    {".pre-commit-config.yaml", ConfigForm::yaml},
    {".golangci.yml", ConfigForm::yaml},
    {".golangci.yaml", ConfigForm::yaml},
    {"mkdocs.yml", ConfigForm::yaml},
    {"mkdocs.yaml", ConfigForm::yaml},
    {".readthedocs.yml", ConfigForm::yaml},
    {".readthedocs.yaml", ConfigForm::yaml},
    {".travis.yml", ConfigForm::yaml},
    {".travis.yaml", ConfigForm::yaml},
    {".gitlab-ci.yml", ConfigForm::yaml},
    {".gitlab-ci.yaml", ConfigForm::yaml},
    {".rubocop.yml", ConfigForm::yaml},
    {".rubocop.yaml", ConfigForm::yaml},
    {".yamllint.yml", ConfigForm::yaml},
    {".yamllint.yaml", ConfigForm::yaml},
    {"codecov.yml", ConfigForm::yaml},
    {"codecov.yaml", ConfigForm::yaml},
    {".codecov.yml", ConfigForm::yaml},
    {".codecov.yaml", ConfigForm::yaml},
    {"azure-pipelines.yml", ConfigForm::yaml},
    {"azure-pipelines.yaml", ConfigForm::yaml},
    {"appveyor.yml", ConfigForm::yaml},
    {"appveyor.yaml", ConfigForm::yaml},
    {".goreleaser.yml", ConfigForm::yaml},
    {".goreleaser.yaml", ConfigForm::yaml},
    {"buf.yml", ConfigForm::yaml},
    {"buf.yaml", ConfigForm::yaml},
    {"pnpm-workspace.yml", ConfigForm::yaml},
    {"pnpm-workspace.yaml", ConfigForm::yaml},
    {"pubspec.yml", ConfigForm::yaml},
    {"pubspec.yaml", ConfigForm::yaml},
    {"bitbucket-pipelines.yml", ConfigForm::yaml},
    {"bitbucket-pipelines.yaml", ConfigForm::yaml},
});

bool is_yaml(std::string_view name) { return name.ends_with(".yml") || name.ends_with(".yaml"); }

// `requests[socks] >= 2; python_version < "3"` → requests
std::string requirement_name(std::string_view text) {
  text = trim(text);
  const auto end = text.find_first_of(" [<>=!~;@(,");
  std::string name = lower(text.substr(0, end));
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

bool is_requirement_list(const UnitPath& path) {
  const std::string dotted = shown(path);
  return dotted == "project.dependencies" || dotted == "tool.uv.dev-dependencies" ||
         (path.size() == 3 && dotted.starts_with("project.optional-dependencies.")) ||
         (path.size() == 2 && path[0] == "dependency-groups");
}

bool is_dependency_table(const UnitPath& path) {
  const std::string& name = path.back();
  return name == "dependencies" || name == "packages" || name.ends_with("-dependencies") ||
         name.ends_with("Dependencies");
}

// What people call an entry of a list: a step's name, a hook's id.
std::string entry_name(const Json& entry) {
  static constexpr auto kNames =
      fixed_words("id", "name", "repo", "uses", "run", "package-ecosystem", "module", "path");
  for (const std::string_view key : kNames) {
    std::string_view text = entry[key].text();
    if (text.empty()) continue;
    if (key == "uses") text = text.substr(0, text.find('@'));
    return "[" + printable(text.substr(0, text.find('\n')), 60) + "]";
  }
  return {};
}

class Units {
 public:
  ConfigUnits take() { return std::move(units_); }

  void table(const Json& table, UnitPath& path) {
    if (path.size() >= kDepthMax) return;
    const bool dependencies = !path.empty() && is_dependency_table(path);
    for (const auto& [key, value] : table.members()) {
      path.push_back(key);
      const UnitKind kind = dependencies        ? UnitKind::dependency
                            : value.is_object() ? UnitKind::section
                                                : UnitKind::key;
      units_[path] = {kind, value.dump()};
      if (!dependencies) inside(value, path);
      path.pop_back();
    }
  }

 private:
  void inside(const Json& value, UnitPath& path) {
    if (value.is_object()) return table(value, path);
    const bool multiline = path.back() == "install_requires" && path.front() == "options";
    if (multiline) return requirements(split_lines(value.text()), path);
    if (!value.is_array()) return;
    if (is_requirement_list(path)) {
      std::vector<std::string_view> lines;
      for (const Json& item : value.items()) lines.push_back(item.text());
      return requirements(lines, path);
    }
    for (const Json& item : value.items()) {
      const std::string name = item.is_object() ? entry_name(item) : std::string();
      if (name.empty()) continue;
      path.push_back(name);
      units_[path] = {UnitKind::section, item.dump()};
      // What a step says may change; a repository's hooks are a list of their own.
      if (item.has("hooks")) {
        path.emplace_back("hooks");
        inside(item["hooks"], path);
        path.pop_back();
      }
      path.pop_back();
    }
  }

  void requirements(const std::vector<std::string_view>& lines, UnitPath& path) {
    for (const std::string_view line : lines) {
      std::string name = requirement_name(line);
      if (name.empty()) continue;
      path.push_back(std::move(name));
      units_[path] = {UnitKind::dependency, {}};
      path.pop_back();
    }
  }

  ConfigUnits units_;
};

}  // namespace

std::optional<ConfigForm> form_of_config(const RepoPath& path) {
  const std::string name = lower(path.name());
  const std::string folder = lower(path.folder());
  if (is_yaml(name)) {
    const bool hosted = folder == ".github/workflows" || folder == ".circleci" ||
                        (folder == ".github" && name.starts_with("dependabot."));
    const bool compose = name.starts_with("compose") || name.starts_with("docker-compose");
    if (hosted || compose) return ConfigForm::yaml;
  }
  if (name.starts_with("tsconfig") && name.ends_with(".json")) return ConfigForm::json;
  const auto known = std::find_if(kKnownFiles.begin(), kKnownFiles.end(),
                                  [&](const KnownFile& each) { return each.name == name; });
  if (known == kKnownFiles.end()) return std::nullopt;
  return known->form;
}

ConfigUnits units_of(const RepoPath& path, ConfigForm form, std::string_view text) {
  auto document = read_config(form, text);
  // A file without ending may be either.
  if (!document && form == ConfigForm::json && path.extension().empty()) {
    document = read_config(ConfigForm::yaml, text);
  }
  if (!document) return {};
  Units units;
  UnitPath at;
  units.table(*document, at);
  return units.take();
}

std::string shown(const UnitPath& path) { return join(path, "."); }

std::string signature(const UnitPath& path) {
  std::string name = lower(path.back());
  std::replace(name.begin(), name.end(), '-', '_');
  const auto colon = name.find(':');
  // `tool:pytest`, `coverage:run` of setup.cfg
  if (colon != std::string::npos && (name.starts_with("tool:") || name.starts_with("coverage:"))) {
    name = name.substr(colon + 1);
  }
  return name;
}

}  // namespace pawl::guards
