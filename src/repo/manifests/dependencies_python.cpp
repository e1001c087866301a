// Dependencies of pyproject.toml, Pipfile and environment.yml.
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

using Keys = std::vector<std::string_view>;

Keys below(Keys keys, std::string_view key) {
  keys.push_back(key);
  return keys;
}

const Json& at(const Json& data, const Keys& keys) {
  const Json* found = &data;
  for (const std::string_view key : keys) found = &(*found)[key];
  return *found;
}

struct Place {
  Keys keys;
  DependencyKind kind = DependencyKind::runtime;
  std::string_view group = {};
};

// A list of requirements.
void add_list(DependencyList& list, const Place& place) {
  std::size_t index = 0;
  for (const Json& item : at(list.source.manifest.data, place.keys).items()) {
    const std::string number = std::to_string(index++);
    Requirement found = parse_requirement(item.text());
    list.add({.name = std::move(found.name),
              .constraint = std::move(found.constraint),
              .kind = place.kind,
              .group = std::string(place.group),
              .placed = found.placed,
              .line = list.source.line(below(place.keys, number))});
  }
}

// A table of names, as Poetry and Pipenv write it.
void add_table(DependencyList& list, const Place& place) {
  for (const auto& [name, value] : at(list.source.manifest.data, place.keys).members()) {
    if (name == "python") continue;
    Dependency found{.name = parse_requirement(name).name,
                     .constraint = value.string_or(value["version"].text()),
                     .kind = place.kind,
                     .group = std::string(place.group),
                     .line = list.source.line(below(place.keys, name))};
    for (const char* key : {"path", "url", "file", "rev", "tag", "ref"}) {
      found.placed = found.placed || value.has(key);
    }
    for (const char* key : {"path", "url", "file", "git"}) {
      if (found.constraint.empty()) found.constraint = value[key].string_or("");
    }
    if (value["optional"].bool_or(false)) found.kind = DependencyKind::optional;
    list.add(std::move(found));
  }
}

template <class Add>
void for_groups(DependencyList& list, const Keys& keys, Add add) {
  for (const auto& [group, value] : at(list.source.manifest.data, keys).members()) {
    add(below(keys, group), std::string_view(group));
  }
}

void add_tools(DependencyList& list) {
  constexpr auto kDevelopment = DependencyKind::development;
  add_table(list, {{"tool", "poetry", "dependencies"}});
  add_table(list, {{"tool", "poetry", "dev-dependencies"}, kDevelopment, "dev"});
  for_groups(list, {"tool", "poetry", "group"}, [&](Keys keys, std::string_view group) {
    add_table(list, {below(std::move(keys), "dependencies"), kDevelopment, group});
  });
  for_groups(list, {"tool", "pdm", "dev-dependencies"}, [&](Keys keys, std::string_view group) {
    add_list(list, {std::move(keys), kDevelopment, group});
  });
  add_list(list, {{"tool", "uv", "dev-dependencies"}, kDevelopment, "dev"});
  for_groups(list, {"tool", "hatch", "envs"}, [&](const Keys& keys, std::string_view group) {
    add_list(list, {below(keys, "dependencies"), kDevelopment, group});
    add_list(list, {below(keys, "extra-dependencies"), kDevelopment, group});
  });
  add_list(list, {{"tool", "flit", "metadata", "requires"}});
  for_groups(list, {"tool", "flit", "metadata", "requires-extra"},
             [&](Keys keys, std::string_view group) {
               add_list(list, {std::move(keys), DependencyKind::optional, group});
             });
  add_table(list, {{"tool", "pixi", "dependencies"}});
  add_table(list, {{"tool", "pixi", "pypi-dependencies"}});
}

// `numpy=1.26`, `python>=3.9`, `conda-forge::pandas`.
void add_conda(DependencyList& list, std::string_view text, int line) {
  if (const auto channel = text.find("::"); channel != std::string_view::npos) {
    text = text.substr(channel + 2);
  }
  const auto end = text.find_first_of(" =<>!");
  const std::string name = parse_requirement(text.substr(0, end)).name;
  if (name == "python" || name == "pip") return;
  list.add(
      {.name = name,
       .constraint = end == std::string_view::npos ? std::string() : std::string(text.substr(end)),
       .line = line});
}

}  // namespace

void pyproject_dependencies(DependencyList& list) {
  add_list(list, {{"project", "dependencies"}});
  for_groups(list, {"project", "optional-dependencies"}, [&](Keys keys, std::string_view group) {
    add_list(list, {std::move(keys), DependencyKind::optional, group});
  });
  for_groups(list, {"dependency-groups"}, [&](Keys keys, std::string_view group) {
    add_list(list, {std::move(keys), DependencyKind::development, group});
  });
  add_tools(list);
  add_list(list, {{"build-system", "requires"}, DependencyKind::build});
}

void pipfile_dependencies(DependencyList& list) {
  add_table(list, {{"packages"}});
  add_table(list, {{"dev-packages"}, DependencyKind::development});
}

void conda_dependencies(DependencyList& list) {
  const Source& source = list.source;
  const auto line_of = [&](const std::string& item) {
    int number = 0;
    for (const std::string_view row : split_lines(source.text)) {
      ++number;
      const std::string_view bare = trim(row);
      if (bare.starts_with('-') && contains(bare, item)) return number;
    }
    return 0;
  };
  for (const Json& item : source.manifest.data["dependencies"].items()) {
    if (item.is_string()) add_conda(list, item.text(), line_of(item.string_or("")));
    for (const Json& requirement : item["pip"].items()) {
      Requirement found = parse_requirement(requirement.text());
      list.add({.name = std::move(found.name),
                .constraint = std::move(found.constraint),
                .group = "pip",
                .placed = found.placed,
                .line = line_of(requirement.string_or(""))});
    }
  }
}

}  // namespace pawl::repo
