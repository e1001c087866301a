#include "guards/config/style_settings.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

constexpr auto kStyleFiles = fixed_words(
    ".editorconfig", ".prettierrc", ".prettierrc.json", ".prettierrc.yml", ".prettierrc.yaml",
    ".eslintrc", ".eslintrc.json", ".eslintrc.yml", ".eslintrc.yaml", "package.json",
    "pyproject.toml", "setup.cfg", "tox.ini", ".flake8", ".isort.cfg", "ruff.toml", ".ruff.toml",
    "rustfmt.toml", ".rustfmt.toml");

std::vector<std::string> folders_above(std::string_view folder) {
  std::vector<std::string> folders{std::string(folder)};
  while (!folder.empty()) {
    const auto slash = folder.rfind('/');
    folder = slash == std::string_view::npos ? std::string_view() : folder.substr(0, slash);
    folders.emplace_back(folder);
  }
  return folders;
}

std::string word_of(const Json& value) {
  return lower(trim(value.is_string() ? value.text() : value.dump()));
}

class StyleReader {
 public:
  StyleReader(const repo::RepoView& tree, std::string_view folder)
      : tree_(tree), folder_(folder), folders_(folders_above(folder)) {}

  StyleSettings read() {
    prettier();
    eslint();
    python();
    rustfmt();
    // Only what another tool has an opinion on.
    for (const std::string_view tool : {"prettier", "rustfmt"}) {
      const bool there = std::any_of(
          out_.begin(), out_.end(), [&](const auto& item) { return item.first.starts_with(tool); });
      if (there) editorconfig(tool == "prettier" ? "js" : "rs");
    }
    return std::move(out_);
  }

 private:
  struct Found {
    std::string file;
    Json value;
  };

  std::optional<Found> parsed(const std::string& file, ConfigForm form) const {
    const auto text = tree_.text(file);
    auto value = text ? read_config(form, *text) : std::nullopt;
    if (!value && text && form == ConfigForm::json) value = read_config(ConfigForm::yaml, *text);
    if (!value) return std::nullopt;
    return Found{file, std::move(*value)};
  }

  void set(std::string_view tool, std::string_view key, const Json& value,
           const std::string& file) {
    if (value.is_null() || value.is_array() || value.is_object()) return;
    out_.try_emplace(std::string(tool) + "/" + std::string(key),
                     StyleSetting{word_of(value), file, std::string(key)});
  }

  // `.prettierrc` and the like in one folder, or a member of package.json. Nothing else is asked
  // when there is one that cannot be read.
  std::optional<Found> script_config(const std::string& folder, std::string_view stem,
                                     std::string_view member) const {
    static constexpr auto kCode = fixed_words(".js", ".cjs", ".mjs", ".ts", ".json5", ".toml");
    for (const std::string_view ending : kCode) {
      if (tree_.has(path_in(folder, std::string(stem) + std::string(ending)))) {
        return Found{{}, Json()};
      }
    }
    for (const std::string_view ending : {"", ".json"}) {
      auto found =
          parsed(path_in(folder, std::string(stem) + std::string(ending)), ConfigForm::json);
      if (found) return found;
    }
    for (const std::string_view ending : {".yaml", ".yml"}) {
      auto found =
          parsed(path_in(folder, std::string(stem) + std::string(ending)), ConfigForm::yaml);
      if (found) return found;
    }
    const auto manifest = parsed(path_in(folder, "package.json"), ConfigForm::json);
    if (!manifest || !manifest->value.has(member)) return std::nullopt;
    return Found{manifest->file, manifest->value[member]};
  }

  void prettier() {
    static constexpr auto kKeys =
        fixed_words("tabWidth", "useTabs", "semi", "singleQuote", "endOfLine", "printWidth");
    for (const std::string& folder : folders_) {
      if (tree_.has(path_in(folder, "prettier.config.js")) ||
          tree_.has(path_in(folder, "prettier.config.mjs")) ||
          tree_.has(path_in(folder, "prettier.config.cjs"))) {
        return;
      }
      const auto found = script_config(folder, ".prettierrc", "prettier");
      if (!found) continue;
      for (const std::string_view key : kKeys) {
        if (!is_overridden(found->value, key)) set("prettier", key, found->value[key], found->file);
      }
      return;
    }
  }

  static bool is_overridden(const Json& config, std::string_view key) {
    const auto& overrides = config["overrides"].items();
    return std::any_of(overrides.begin(), overrides.end(), [&](const Json& each) {
      return each["options"].has(key) || each["rules"].has(key);
    });
  }

  static bool extends_prettier(const Json& config) {
    const Json& extends = config["extends"];
    const auto& items = extends.items();
    return contains(extends.text(), "prettier") ||
           std::any_of(items.begin(), items.end(),
                       [](const Json& item) { return contains(item.text(), "prettier"); });
  }

  // A rule's option, `on` when it is on without one, empty when it is off or says more.
  static std::string option_of(const Json& rule) {
    const Json& severity = rule.is_array() && rule.size() > 0 ? rule.items().front() : rule;
    const std::string word = word_of(severity);
    if (word == "off" || word == "0" || word.empty()) return {};
    if (!rule.is_array() || rule.size() < 2) return "on";
    return rule.items()[1].is_string() ? lower(rule.items()[1].text()) : std::string();
  }

  void eslint() {
    std::vector<Found> cascade;
    for (const std::string& folder : folders_) {
      auto found = script_config(folder, ".eslintrc", "eslintConfig");
      if (!found) continue;
      if (found->file.empty() || extends_prettier(found->value)) return;
      cascade.push_back(std::move(*found));
      if (cascade.back().value["root"].bool_or(false)) break;
    }
    for (const auto& [key, standard] :
         {std::pair{"semi", "always"}, std::pair{"quotes", "double"}}) {
      for (const Found& found : cascade) {
        const Json& rule = found.value["rules"][key];
        if (rule.is_null()) continue;
        const std::string option = option_of(rule);
        if (!option.empty() && !is_overridden(found.value, key)) {
          set("eslint", key, Json(option == "on" ? std::string(standard) : option), found.file);
        }
        break;
      }
    }
  }

  void python() {
    for (const std::string& folder : folders_) {
      for (const std::string_view name : {"ruff.toml", ".ruff.toml"}) {
        const auto found = parsed(path_in(folder, name), ConfigForm::toml);
        if (found) ruff(found->value, found->file);
      }
      const auto project = parsed(path_in(folder, "pyproject.toml"), ConfigForm::toml);
      if (project) {
        const Json& tool = project->value["tool"];
        ruff(tool["ruff"], project->file);
        set("black", "line-length", tool["black"]["line-length"], project->file);
        set("black", "line-length", tool["black"]["line_length"], project->file);
        set("isort", "line_length", tool["isort"]["line_length"], project->file);
      }
      bool ini = false;
      for (const std::string_view name : {".flake8", "setup.cfg", "tox.ini", ".isort.cfg"}) {
        const auto found = parsed(path_in(folder, name), ConfigForm::ini);
        if (!found) continue;
        ini = true;
        flake8(found->value["flake8"], found->file);
        for (const std::string_view section : {"isort", "settings", "tool:isort"}) {
          set("isort", "line_length", found->value[section]["line_length"], found->file);
        }
      }
      if (project || ini) return;  // one project: what stands above it is another's
    }
  }

  static bool names_length_rule(const Json& codes) {
    const auto& items = codes.items();
    return std::any_of(items.begin(), items.end(), [&](const Json& item) {
      const std::string_view code = item.text();
      return code == "E501" || code == "ALL" || code == "E" || code == "E5";
    });
  }

  // The length means something to ruff's linter where the rule of it is chosen, which it is not
  // of its own accord.
  void ruff(const Json& table, const std::string& file) {
    bool chosen = false;
    for (const Json* lint : {&table, &table["lint"]}) {
      for (const std::string_view key : {"ignore", "extend-ignore"}) {
        if (names_length_rule((*lint)[key])) return;
      }
      for (const std::string_view key : {"select", "extend-select"}) {
        chosen = chosen || names_length_rule((*lint)[key]);
      }
    }
    if (chosen) set("ruff", "line-length", table["line-length"], file);
  }

  void flake8(const Json& section, const std::string& file) {
    for (const auto& [key, value] : section.members()) {
      // Without E501 the length means nothing.
      if (contains(value.text(), "E501") || contains(value.text(), "B950")) return;
    }
    for (const std::string_view key : {"max-line-length", "max_line_length"}) {
      set("flake8", key, section[key], file);
    }
  }

  void rustfmt() {
    for (const std::string& folder : folders_) {
      for (const std::string_view name : {"rustfmt.toml", ".rustfmt.toml"}) {
        const auto found = parsed(path_in(folder, name), ConfigForm::toml);
        if (!found) continue;
        for (const std::string_view key : {"max_width", "hard_tabs", "tab_spaces"}) {
          set("rustfmt", key, found->value[key], found->file);
        }
        return;
      }
    }
  }

  // The nearest file wins, in a file the last section.
  void editorconfig(std::string_view ending) {
    const std::string target = path_in(folder_, "x." + std::string(ending));
    const std::string tool = "editorconfig." + std::string(ending);
    for (const std::string& folder : folders_) {
      const auto found = parsed(path_in(folder, ".editorconfig"), ConfigForm::ini);
      if (!found) continue;
      const std::string_view relative = folder.empty()
                                            ? std::string_view(target)
                                            : std::string_view(target).substr(folder.size() + 1);
      const auto& sections = found->value.members();
      for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
        if (section->first.empty() || !glob_match(section->first, relative)) continue;
        for (const auto& [key, value] : section->second.members()) {
          if (!out_.contains(tool + "/" + lower(key))) set(tool, lower(key), value, found->file);
        }
      }
      if (word_of(found->value[""]["root"]) == "true") return;
    }
  }

  const repo::RepoView& tree_;
  std::string_view folder_;
  std::vector<std::string> folders_;
  StyleSettings out_;
};

}  // namespace

bool is_style_config(const RepoPath& path) {
  const std::string name = lower(path.name());
  return std::find(kStyleFiles.begin(), kStyleFiles.end(), name) != kStyleFiles.end();
}

StyleSettings style_settings(const repo::RepoView& tree, std::string_view folder) {
  return StyleReader(tree, folder).read();
}

}  // namespace pawl::guards
