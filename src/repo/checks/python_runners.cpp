#include "repo/checks/python_runners.hpp"

#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr auto kTestEnvironments =
    fixed_words("test", "tests", "testing", "pytest", "hatch-test", "unit", "py", "py3");
constexpr int kTemplatesMax = 10;

// What a line of tox gives where none of its factors is asked for: nothing of `min: a`, all of
// `!min: a` (https://tox.wiki/en/latest/config.html#conditional-settings).
std::string_view unconditional(std::string_view line) {
  const auto colon = line.find(": ");
  const bool condition =
      colon != std::string_view::npos &&
      line.substr(0, colon).find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,!{}") ==
          std::string_view::npos;
  if (!condition) return line;
  const std::string_view factors = line.substr(0, colon);
  const bool holds = factors.starts_with('!') || among(kTestEnvironments, factors);
  return holds ? trim(line.substr(colon + 1)) : std::string_view();
}

class TestEnvironments {
 public:
  void add_tox_ini(std::string_view text) {
    const auto data = syntax::parse_ini(text);
    if (!data) return;
    for (const auto& [section, keys] : data->members()) {
      constexpr std::string_view kNamed = "testenv:";
      const bool wanted =
          section == "testenv" ||
          (section.starts_with(kNamed) &&
           among(kTestEnvironments, std::string_view(section).substr(kNamed.size())));
      if (!wanted) continue;
      for (const std::string& line : lines_of(keys["deps"].text())) add_line(line);
      for (const std::string& line : lines_of(keys["extras"].text())) add_names(line, out.extras);
      for (const std::string& line : lines_of(keys["dependency_groups"].text())) {
        add_names(line, out.groups);
      }
    }
  }

  // tox.toml, or the table `tool.tox` of a pyproject.toml.
  void add_tox_table(const Json& table) {
    add_tox_ini(table["legacy_tox_ini"].text());
    add_tox_environment(table["env_run_base"]);
    for (const auto& [name, environment] : table["env"].members()) {
      if (among(kTestEnvironments, name)) add_tox_environment(environment);
    }
  }

  // hatch.toml, or the table `tool.hatch` of a pyproject.toml.
  void add_hatch_table(const Json& table) {
    const Json& all = table["envs"];
    bool found = false;
    for (const auto& [name, environment] : all.members()) {
      if (!among(kTestEnvironments, name)) continue;
      found = true;
      add_hatch_environment(all, name);
    }
    if (!found && all.has("default")) add_hatch_environment(all, "default");
  }

  RunnerNeeds out;

 private:
  static std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (const std::string_view line : split_lines(text)) {
      if (trim(line).starts_with('#')) continue;
      if (const auto given = unconditional(trim(line)); !given.empty()) lines.emplace_back(given);
    }
    return lines;
  }

  static void add_names(std::string_view line, std::set<std::string>& to) {
    for (const std::string_view name : split(line, ',')) {
      if (!trim(name).empty() && !contains(name, "{")) to.insert(normal_name(trim(name)));
    }
  }

  static void add_all(const Json& list, std::set<std::string>& to) {
    for (const Json& one : list.items()) add_names(one.text(), to);
  }

  void add_line(std::string_view written) {
    const std::string line =
        replace_all(replace_all(written, "{toxinidir}/", ""), "{tox_root}/", "");
    if (contains(line, "{")) return;
    for (std::string& extra : own_extras(line)) out.extras.insert(std::move(extra));
    for (const std::string_view option : {"--requirement", "-r"}) {
      if (!line.starts_with(option)) continue;
      const std::string_view rest = std::string_view(line).substr(option.size());
      out.lists.emplace_back(trim(rest.starts_with('=') ? rest.substr(1) : rest));
      return;
    }
    if (!line.starts_with('-') && !line.starts_with('.')) out.requirements.push_back(line);
  }

  void add_tox_environment(const Json& environment) {
    for (const Json& line : environment["deps"].items()) add_line(line.text());
    add_all(environment["extras"], out.extras);
    add_all(environment["dependency_groups"], out.groups);
  }

  // An environment has what its template has, `default` where it names none, but for what it says
  // itself (https://hatch.pypa.io/latest/config/environment/overview/#inheritance).
  void add_hatch_environment(const Json& all, std::string_view name) {
    std::map<std::string, const Json*> said;
    std::string at(name);
    for (int i = 0; i < kTemplatesMax; ++i) {
      const Json& environment = all[at];
      for (const char* key : {"dependencies", "features", "dependency-groups"}) {
        if (environment.has(key)) said.emplace(key, &environment[key]);
      }
      for (const Json& line : environment["extra-dependencies"].items()) add_line(line.text());
      const std::string above = environment["template"].string_or("default");
      if (above == at || environment["detached"].bool_or(false)) break;
      at = above;
    }
    for (const auto& [key, list] : said) {
      if (key == "features") add_all(*list, out.extras);
      if (key == "dependency-groups") add_all(*list, out.groups);
      if (key != "dependencies") continue;
      for (const Json& line : list->items()) add_line(line.text());
    }
  }
};

}  // namespace

RunnerNeeds needs_of_python_runners(const Facts& facts, const RepoView& view) {
  TestEnvironments needs;
  for (const char* file : {"tox.ini", "setup.cfg"}) {
    needs.add_tox_ini(view.text(file).value_or(""));
  }
  const auto table = [&](const char* file) {
    const auto text = view.text(file);
    const Result<Json> data = text ? syntax::parse_toml(*text) : Json();
    return data ? *data : Json();
  };
  needs.add_tox_table(table("tox.toml"));
  needs.add_hatch_table(table("hatch.toml"));
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::python || !manifest.path.folder().empty()) continue;
    needs.add_tox_table(manifest.data["tool"]["tox"]);
    needs.add_hatch_table(manifest.data["tool"]["hatch"]);
  }
  return std::move(needs.out);
}

std::string normal_name(std::string_view name) {
  return replace_all(replace_all(lower(name), "_", "-"), ".", "-");
}

std::vector<std::string> own_extras(std::string_view line) {
  for (const std::string_view option : {"-e ", "--editable "}) {
    if (line.starts_with(option)) line = trim(line.substr(option.size()));
  }
  const auto close = line.find(']');
  if (!line.starts_with(".[") || close == std::string_view::npos) return {};
  std::vector<std::string> extras;
  for (const std::string_view extra : split(line.substr(2, close - 2), ',')) {
    extras.push_back(normal_name(trim(extra)));
  }
  return extras;
}

}  // namespace pawl::repo
