#include "guards/tests/check_settings.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.hpp"
#include "guards/config/config_catalogue.hpp"
#include "guards/config/config_document.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

// Whether the name is of that kind in the list of switches.
bool is_switch(std::string_view kind, const std::string& name) {
  const index::NameSet* names = index::embedded_members("words/check-switches.txt", kind);
  return names != nullptr && names->count(name) > 0;
}

// Below these stand rules by their names, each with how much it counts.
bool holds_rules(std::string_view name) {
  return among({"rules", "lints", "clippy", "rust", "rustdoc"}, name);
}

// Files of linters, all of whose keys are rules.
bool is_rule_file(std::string_view name) {
  return name.starts_with(".markdownlint") || name.starts_with(".rubocop") ||
         name == "pyrightconfig.json" || name.starts_with("detekt");
}

struct CheckFile {
  std::string_view name;  // in lower case; `*` at its end for any text
  ConfigForm form;
  std::string_view below;  // the table that counts; empty for the whole file
};

constexpr auto kCheckFiles = std::to_array<CheckFile>({
    {"tsconfig*", ConfigForm::json, "compilerOptions"},
    {"jsconfig.json", ConfigForm::json, "compilerOptions"},
    {"tsconfig*", ConfigForm::json, "angularCompilerOptions"},
    {"pyproject.toml", ConfigForm::toml, "tool.mypy"},
    {"pyproject.toml", ConfigForm::toml, "tool.ruff"},
    {"pyproject.toml", ConfigForm::toml, "tool.pyright"},
    {"pyproject.toml", ConfigForm::toml, "tool.basedpyright"},
    {"pyproject.toml", ConfigForm::toml, "tool.pylint"},
    {"pyproject.toml", ConfigForm::toml, "tool.pytest"},
    {"pyproject.toml", ConfigForm::toml, "tool.bandit"},
    {"pyproject.toml", ConfigForm::toml, "tool.flake8"},
    {"pyproject.toml", ConfigForm::toml, "tool.pydocstyle"},
    {"ruff.toml", ConfigForm::toml, ""},
    {".ruff.toml", ConfigForm::toml, ""},
    {"mypy.ini", ConfigForm::ini, ""},
    {".mypy.ini", ConfigForm::ini, ""},
    {"setup.cfg", ConfigForm::ini, "mypy*"},
    {"setup.cfg", ConfigForm::ini, "flake8"},
    {"setup.cfg", ConfigForm::ini, "tool:pytest"},
    {"tox.ini", ConfigForm::ini, "flake8"},
    {"tox.ini", ConfigForm::ini, "pytest"},
    {"pytest.ini", ConfigForm::ini, "pytest"},
    {".flake8", ConfigForm::ini, ""},
    {".pylintrc", ConfigForm::ini, ""},
    {"pylintrc", ConfigForm::ini, ""},
    {"cargo.toml", ConfigForm::toml, "lints"},
    {"cargo.toml", ConfigForm::toml, "workspace.lints"},
    {"clippy.toml", ConfigForm::toml, ""},
    {".clippy.toml", ConfigForm::toml, ""},
    {".eslintrc", ConfigForm::json, ""},
    {".eslintrc.json", ConfigForm::json, ""},
    {".eslintrc.y*", ConfigForm::yaml, ""},
    {"package.json", ConfigForm::json, "eslintConfig"},
    {"package.json", ConfigForm::json, "xo"},
    {"package.json", ConfigForm::json, "stylelint"},
    {"package.json", ConfigForm::json, "nyc"},
    {".nycrc*", ConfigForm::json, ""},
    {".stylelintrc", ConfigForm::json, ""},
    {".stylelintrc.json", ConfigForm::json, ""},
    {"biome.json*", ConfigForm::json, "linter"},
    {"tslint.json", ConfigForm::json, ""},
    {".oxlintrc.json", ConfigForm::json, ""},
    {"pyrightconfig.json", ConfigForm::json, ""},
    {".markdownlint.json*", ConfigForm::json, ""},
    {".markdownlint.y*", ConfigForm::yaml, ""},
    {".yamllint*", ConfigForm::yaml, ""},
    {".golangci.y*", ConfigForm::yaml, ""},
    {".golangci.toml", ConfigForm::toml, ""},
    {".rubocop.yml", ConfigForm::yaml, ""},
    {".rubocop_todo.yml", ConfigForm::yaml, ""},
    {".swiftlint.yml", ConfigForm::yaml, ""},
    {"detekt*", ConfigForm::yaml, ""},
    {".hadolint.y*", ConfigForm::yaml, ""},
});

bool fits_name(std::string_view pattern, std::string_view name) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                : name == pattern;
}

// How much a word counts: 0 nothing, 1 a warning, 2 an error; nothing for any other word.
std::optional<double> level_of(std::string_view word) {
  const std::string folded = lower(word);
  if (among({"off", "none", "allow", "disable", "disabled", "ignore", "false", "0", "no"},
            folded)) {
    return 0;
  }
  if (among({"warn", "warning", "info", "information", "1"}, folded)) return 1;
  if (among({"error", "deny", "forbid", "2", "true", "on", "yes"}, folded)) return 2;
  return std::nullopt;
}

std::string text_of(const Json& value) {
  if (value.is_string()) return std::string(value.text());
  return value.is_object() || value.is_array() ? std::string() : value.dump();
}

class SettingReader {
 public:
  SettingReader(Strictness& out, bool all_rules) : out_(out), all_rules_(all_rules) {}

  void read(const Json& table, const std::string& way, bool rules) {
    for (const auto& [name, value] : table.members()) {
      const std::string at = way + "." + name;
      const std::string plain = replace_all(lower(name), "-", "_");
      if (rules && rule(at, value)) continue;
      if (setting(at, plain, value)) continue;
      read(value, at, rules || all_rules_ || holds_rules(plain));
      for (const Json& item : value.items()) read(item, at, rules || all_rules_);
    }
  }

 private:
  // `"error"`, `["error", …]`, `{"level": "error"}`, `{"Enabled": false}`
  bool rule(const std::string& at, const Json& value) {
    const Json* level = &value;
    if (value.is_array() && value.size() > 0) level = &value.items().front();
    for (const char* name : {"level", "severity", "Enabled", "active"}) {
      if (value.is_object() && value.has(name)) level = value.find(name);
    }
    const auto strict = level_of(text_of(*level));
    if (strict) out_[at] = *strict;
    return strict.has_value();
  }

  bool setting(const std::string& at, const std::string& name, const Json& value) {
    const bool strict = is_switch("strict", name);
    if (strict || is_switch("lax", name)) {
      const auto level = level_of(text_of(value));
      if (level) out_[at] = strict ? *level : 2 - *level;
      return true;
    }
    const bool looked_for = is_switch("looked-for", name);
    if (looked_for || is_switch("passed-over", name)) {
      list(at, value, looked_for ? 2 : 0);
      return true;
    }
    if (is_switch("limit", name)) {
      if (const auto number = parse_double(text_of(value))) out_[at] = -*number;
      return true;
    }
    return false;
  }

  void list(const std::string& at, const Json& value, double strict) {
    for (const Json& item : value.items()) {
      const std::string_view name = item.text();
      if (!name.empty()) out_[at + " " + std::string(name)] = strict;
    }
    for (const auto& [key, item] : value.members()) list(at + "." + key, item, strict);
    const std::string words = replace_all(value.text(), ",", " ");
    for (const std::string_view word : split_words(words)) {
      out_[at + " " + std::string(word)] = strict;
    }
  }

  Strictness& out_;
  bool all_rules_;
};

// `'no-console': 'off'` in the configuration of ESLint that is code.
void read_rules_of_code(std::string_view text, Strictness& out) {
  std::map<std::string, int> times;
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    if (line.empty() || (line[0] != '"' && line[0] != '\'')) continue;
    const auto end = line.find(line[0], 1);
    if (end == std::string_view::npos) continue;
    std::string_view rest = trim(line.substr(end + 1));
    if (!rest.starts_with(':')) continue;
    rest.remove_prefix(1);
    rest = rest.substr(std::min(rest.find_first_not_of(" [\"'"), rest.size()));
    const auto strict = level_of(rest.substr(0, rest.find_first_of("\"', ]}")));
    if (!strict) continue;
    const std::string name(line.substr(1, end - 1));
    out[".rules." + name + std::string(static_cast<std::size_t>(times[name]++), '\'')] = *strict;
  }
}

const Json* table_at(const Json& document, std::string_view below) {
  const Json* at = &document;
  for (const std::string_view part : split(below, '.')) {
    if (at != nullptr && !part.empty()) at = at->find(part);
  }
  return at;
}

bool is_code_of_linter(std::string_view name) {
  return name.starts_with("eslint.config.") || name.starts_with(".eslintrc.") ||
         name.starts_with("stylelint.config.");
}

}  // namespace

Strictness strictness_of(const RepoPath& path, std::string_view text) {
  Strictness out;
  const std::string name = lower(path.name());
  for (const CheckFile& file : kCheckFiles) {
    if (!fits_name(file.name, name)) continue;
    const auto document = read_config(file.form, text);
    if (!document) continue;
    SettingReader reader(out, is_rule_file(name));
    if (file.form != ConfigForm::ini || file.below.empty()) {
      const Json* table = table_at(*document, file.below);
      const bool rules = is_rule_file(name) || file.below.ends_with("lints");
      if (table != nullptr) reader.read(*table, std::string(file.below), rules);
      continue;
    }
    for (const auto& [section, keys] : document->members()) {
      if (matches_word(file.below, section)) reader.read(keys, section, false);
    }
  }
  if (out.empty() && is_code_of_linter(name)) read_rules_of_code(text, out);
  return out;
}

bool may_hold_checks(const RepoPath& path) {
  const std::string name = lower(path.name());
  return is_code_of_linter(name) ||
         std::any_of(kCheckFiles.begin(), kCheckFiles.end(),
                     [&](const CheckFile& file) { return fits_name(file.name, name); });
}

}  // namespace pawl::guards
