#include "guards/config/js_config.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/node_names.hpp"
#include "guards/config/config_document.hpp"
#include "syntax/outline/module_references.hpp"

namespace pawl::guards {
namespace {

enum class Tool : std::uint8_t {
  imports,  // names packages in imports only
  eslint,
  babel,
  prettier,
  postcss,
  stylelint,
  commitlint,
  jest,
};

struct ToolRow {
  std::string_view stem;  // of the lower-case name
  Tool tool;
};
// `.eslintrc`, `.eslintrc.json` …
constexpr auto kRunCommands = std::to_array<ToolRow>({
    {".eslintrc", Tool::eslint},
    {".babelrc", Tool::babel},
    {".prettierrc", Tool::prettier},
    {".postcssrc", Tool::postcss},
    {".stylelintrc", Tool::stylelint},
    {".commitlintrc", Tool::commitlint},
});
// `babel.config.js`, `karma.conf.js` …
constexpr auto kConfigs = std::to_array<ToolRow>({
    {"ava", Tool::imports},
    {"astro", Tool::imports},
    {"babel", Tool::babel},
    {"commitlint", Tool::commitlint},
    {"craco", Tool::imports},
    {"cypress", Tool::imports},
    {"docusaurus", Tool::imports},
    {"drizzle", Tool::imports},
    {"electron.vite", Tool::imports},
    {"eslint", Tool::imports},
    {"jest", Tool::jest},
    {"karma", Tool::imports},
    {"lint-staged", Tool::imports},
    {"metro", Tool::imports},
    {"next", Tool::imports},
    {"nuxt", Tool::imports},
    {"playwright", Tool::imports},
    {"postcss", Tool::postcss},
    {"prettier", Tool::prettier},
    {"react-router", Tool::imports},
    {"release", Tool::imports},
    {"remix", Tool::imports},
    {"rolldown", Tool::imports},
    {"rollup", Tool::imports},
    {"rsbuild", Tool::imports},
    {"rspack", Tool::imports},
    {"size-limit", Tool::imports},
    {"stylelint", Tool::stylelint},
    {"svelte", Tool::imports},
    {"tailwind", Tool::imports},
    {"tsdown", Tool::imports},
    {"tsup", Tool::imports},
    {"uno", Tool::imports},
    {"vite", Tool::imports},
    {"vitest", Tool::imports},
    {"vue", Tool::imports},
    {"wdio", Tool::imports},
    {"webpack", Tool::imports},
    {"wxt", Tool::imports},
});
constexpr auto kConfigEndings =
    fixed_words("", "js", "cjs", "mjs", "ts", "cts", "mts", "json", "yml", "yaml");

template <std::size_t N>
std::optional<Tool> tool_of_stem(const std::array<ToolRow, N>& rows, std::string_view stem) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const ToolRow& each) { return each.stem == stem; });
  if (row == rows.end()) return std::nullopt;
  return row->tool;
}

std::optional<Tool> tool_of(const RepoPath& path) {
  const std::string name = lower(path.name());
  const auto known_ending = [](std::string_view ending) {
    return std::find(kConfigEndings.begin(), kConfigEndings.end(), ending) != kConfigEndings.end();
  };
  if (name.starts_with('.')) {
    const auto dot = std::min(name.find('.', 1), name.size());
    const std::string_view ending =
        dot == name.size() ? std::string_view() : std::string_view(name).substr(dot + 1);
    return known_ending(ending) ? tool_of_stem(kRunCommands, name.substr(0, dot)) : std::nullopt;
  }
  for (const std::string_view middle : {".config.", ".conf."}) {
    const auto at = name.find(middle);
    if (at == std::string::npos || !known_ending(name.substr(at + middle.size()))) continue;
    return tool_of_stem(kConfigs, name.substr(0, at));
  }
  return std::nullopt;
}

using PackageNames = std::vector<std::string>;

// `x` → `eslint-plugin-x`, `@s` → `@s/eslint-plugin`, `@s/x` → `@s/eslint-plugin-x`.
PackageNames with_prefix(std::string_view name, std::string_view prefix) {
  const std::string whole(name);
  if (!name.starts_with('@')) {
    const std::string first(name.substr(0, name.find('/')));
    if (first.starts_with(prefix)) return {first};
    return {std::string(prefix) + "-" + first, first};
  }
  const auto slash = name.find('/');
  if (slash == std::string_view::npos) return {whole + "/" + std::string(prefix)};
  const std::string scope(name.substr(0, slash + 1));
  std::string rest(name.substr(slash + 1));
  rest = rest.substr(0, rest.find('/'));
  if (rest.starts_with(prefix)) return {scope + rest};
  return {scope + std::string(prefix) + "-" + rest, scope + rest, scope + std::string(prefix)};
}

PackageNames eslint_names(std::string_view member, std::string_view name) {
  if (member == "plugins") return with_prefix(name, "eslint-plugin");
  if (member == "parser") return {package_of(name)};
  if (member != "extends" || name.starts_with("eslint:")) return {};
  if (!name.starts_with("plugin:")) return with_prefix(name, "eslint-config");
  // `plugin:x/rules`, `plugin:@s/x/rules`, `plugin:@s/rules`
  name.remove_prefix(7);
  const auto last = name.rfind('/');
  return last == std::string_view::npos ? PackageNames()
                                        : with_prefix(name.substr(0, last), "eslint-plugin");
}

PackageNames babel_names(std::string_view member, std::string_view name) {
  if (member != "presets" && member != "plugins") return {};
  if (name.starts_with("module:")) return {package_of(name.substr(7))};
  const std::string prefix = member == "presets" ? "babel-preset" : "babel-plugin";
  if (name.starts_with("@babel/")) {
    const std::string rest(name.substr(7));
    const std::string kind = member == "presets" ? "preset-" : "plugin-";
    return rest.starts_with(kind) ? PackageNames{"@babel/" + rest}
                                  : PackageNames{"@babel/" + kind + rest, "@babel/" + rest};
  }
  const bool has_path = !name.starts_with('@') && name.find('/') != std::string_view::npos;
  return has_path ? PackageNames{package_of(name)} : with_prefix(name, prefix);
}

PackageNames jest_names(std::string_view member, std::string_view name) {
  if (contains(name, "<rootDir>")) return {};
  if (member == "preset") return {package_of(name), package_of(name) + "/jest-preset"};
  if (member != "testEnvironment" || name == "node") return {};
  return {"jest-environment-" + std::string(name), package_of(name)};
}

PackageNames stylelint_names(std::string_view member, std::string_view name) {
  const bool is_name = member == "plugins" || member == "extends" || member == "customSyntax";
  return is_name ? PackageNames{package_of(name)} : PackageNames{};
}

// The packages that a string of the configuration may stand for; none when it is no package's.
PackageNames packages_of(Tool tool, std::string_view member, std::string_view name) {
  switch (tool) {
    case Tool::imports: return {};
    case Tool::eslint: return eslint_names(member, name);
    case Tool::babel: return babel_names(member, name);
    case Tool::prettier:
      return member == "plugins" ? PackageNames{package_of(name)} : PackageNames{};
    case Tool::postcss:
      return member == "plugins" ? PackageNames{package_of(name)} : PackageNames{};
    case Tool::stylelint: return stylelint_names(member, name);
    case Tool::commitlint:
      return member == "extends" ? with_prefix(name, "commitlint-config") : PackageNames{};
    case Tool::jest: return jest_names(member, name);
  }
  return {};
}

bool is_relative(std::string_view name) {
  return name.starts_with("./") || name.starts_with("../");
}

void add_reference(std::vector<PackageReference>& out, std::string_view written, PackageNames names,
                   int line) {
  std::erase_if(names, [](const std::string& name) { return !is_package_name(name); });
  if (names.empty()) return;
  out.push_back({std::string(written), std::move(names), line});
}

void add_member(std::vector<PackageReference>& out, Tool tool, std::string_view member,
                std::string_view name, int line) {
  if (name.starts_with('.') || name.starts_with('/') || name.starts_with('~')) return;
  if (name.starts_with('#') || name.starts_with("node:")) return;
  add_reference(out, name, packages_of(tool, member, name), line);
}

// What stands below these members names something else: options of a rule, of a plugin.
bool has_own_names(std::string_view member) {
  static constexpr auto kMembers = fixed_words("rules", "settings", "parserOptions", "options",
                                               "plugins", "presets", "extends", "module");
  return std::find(std::begin(kMembers), std::end(kMembers), member) != std::end(kMembers);
}

void from_code(const RepoPath& path, std::string_view text, Tool tool,
               std::vector<PackageReference>& out) {
  const auto kind = syntax::kind_of(path, text);
  if (!kind.language) return;
  for (const auto& reference : syntax::module_references(*kind.language, text)) {
    if (reference.optional) continue;
    if (reference.kind == syntax::ModuleReferenceKind::import) {
      if (is_relative(reference.name)) {
        out.push_back({reference.name, {}, reference.line});
      } else if (is_outside(reference.name)) {
        add_reference(out, reference.name, {package_of(reference.name)}, reference.line);
      }
    } else if (std::any_of(reference.around.begin(), reference.around.end(), has_own_names)) {
      continue;
    } else if (reference.kind == syntax::ModuleReferenceKind::element || tool == Tool::postcss) {
      add_member(out, tool, reference.member, reference.name, reference.line);
    }
  }
}

// The first line with the name, at or below its member's.
int line_of_name(ConfigForm form, std::string_view text, const std::string& member,
                 std::string_view name) {
  const std::string path[] = {member};
  const int first = line_of_key(form, text, path);
  int row = 0;
  for (const std::string_view line : split_lines(text)) {
    if (++row >= first && contains(line, name)) return row;
  }
  return first;
}

// Of JSON and YAML: the same members, wherever they stand.
void from_data(const Json& value, ConfigForm form, std::string_view text, Tool tool,
               std::vector<PackageReference>& out) {
  const auto take = [&](const std::string& member, const Json& item) {
    const Json& name = item.is_array() && item.size() > 0 ? item.items().front() : item;
    if (!name.is_string()) return;
    add_member(out, tool, member, name.text(), line_of_name(form, text, member, name.text()));
  };
  for (const auto& [member, item] : value.members()) {
    if (item.is_string()) take(member, item);
    for (const Json& entry : item.items()) {
      take(member, entry);
      if (entry.is_object() && !has_own_names(member)) from_data(entry, form, text, tool, out);
    }
    if (tool == Tool::postcss && member == "plugins") {
      for (const auto& [name, options] : item.members()) take(member, Json(name));
    } else if (item.is_object() && !has_own_names(member)) {
      from_data(item, form, text, tool, out);
    }
  }
}

}  // namespace

bool is_js_config(const RepoPath& path) { return tool_of(path).has_value(); }

std::vector<PackageReference> package_references(const RepoPath& path, std::string_view text) {
  std::vector<PackageReference> out;
  const auto tool = tool_of(path);
  if (!tool) return out;
  const std::string ending = path.extension();
  const bool data = ending.empty() || ending == ".json" || ending == ".yml" || ending == ".yaml";
  if (!data) {
    from_code(path, text, *tool, out);
    return out;
  }
  ConfigForm form = ending.starts_with(".y") ? ConfigForm::yaml : ConfigForm::json;
  auto document = read_config(form, text);
  if (!document && ending.empty()) {
    form = ConfigForm::yaml;
    document = read_config(form, text);
  }
  if (document) from_data(*document, form, text, *tool, out);
  return out;
}

}  // namespace pawl::guards
