#include "guards/config/manifest_packages.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_units.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::guards {

index::Family family_of_manifest(const RepoPath& path) {
  const std::string_view name = path.name();
  if (name == "package.json") return index::Family::script;
  if (name == "Cargo.toml") return index::Family::rust;
  if (name == "go.mod") return index::Family::go;
  const bool python = among({"pyproject.toml", "setup.cfg", "setup.py", "Pipfile"}, name) ||
                      (name.starts_with("requirements") && name.ends_with(".txt"));
  return python ? index::Family::python : index::Family::other;
}

std::set<std::string> package_names(const RepoPath& path, std::string_view text) {
  std::set<std::string> names;
  if (path.name() == "go.mod") {
    const Json modules = repo::parse_go_mod(text);
    for (const Json& each : modules["require"].items()) names.emplace(each["path"].text());
    return names;
  }
  if (const auto form = form_of_config(path)) {
    for (const auto& [at, unit] : units_of(path, *form, text)) {
      if (unit.kind == UnitKind::dependency) names.insert(lower(at.back()));
    }
    return names;
  }
  // requirements.txt, and the strings of setup.py
  const bool script = path.name() == "setup.py";
  for (const std::string_view raw : split_lines(text)) {
    std::string_view line = trim(raw);
    if (line.starts_with('#') || line.starts_with('-')) continue;
    if (script) {
      const auto quote = line.find_first_of("\"'");
      if (quote == std::string_view::npos) continue;
      line = line.substr(quote + 1);
    }
    const auto end = std::find_if_not(line.begin(), line.end(),
                                      [](char c) { return is_word(c) || c == '-' || c == '.'; });
    const std::string name = lower(line.substr(0, static_cast<std::size_t>(end - line.begin())));
    if (name.size() > 1) names.insert(name);
  }
  return names;
}

}  // namespace pawl::guards
