// Dependencies of package.json, composer.json and deno.json.
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"

namespace pawl::repo {
namespace {

struct Group {
  std::string_view key;
  DependencyKind kind;
};

// `file:../x`, `workspace:*`, `github:o/r`, `git+ssh://…`, `o/r`; but `npm:x@1` names a version.
bool is_place(std::string_view constraint) {
  if (constraint.starts_with("npm:")) return false;
  return constraint.find_first_of(":/") != std::string_view::npos;
}

void add_members(DependencyList& list, std::span<const Group> groups,
                 bool (*wanted)(std::string_view name)) {
  const Source& source = list.source;
  for (const Group& group : groups) {
    for (const auto& [name, version] : source.manifest.data[group.key].members()) {
      if (!wanted(name)) continue;
      list.add({.name = name,
                .constraint = version.string_or(""),
                .kind = group.kind,
                .placed = is_place(version.text()),
                .line = source.line({group.key, name})});
    }
  }
}

// `npm:chalk@5` and `jsr:@std/path@^1` name a package; `./lib/` and `https://…` do not.
Dependency deno_import(std::string_view specifier) {
  Dependency found;
  const bool package = specifier.starts_with("npm:") || specifier.starts_with("jsr:");
  if (!package) return found;
  std::string_view rest = specifier.substr(4);
  while (rest.starts_with('/')) rest.remove_prefix(1);
  const auto at = rest.find('@', 1);
  // A path into the package may follow the version, or the name.
  const auto slash = rest.find('/', rest.starts_with('@') ? rest.find('/') + 1 : 0);
  found.name = rest.substr(0, std::min(at, slash));
  if (at != std::string_view::npos) {
    const std::string_view version = rest.substr(at + 1);
    found.constraint = version.substr(0, version.find('/'));
  }
  return found;
}

}  // namespace

void npm_dependencies(DependencyList& list) {
  constexpr Group kGroups[] = {{"dependencies", DependencyKind::runtime},
                               {"devDependencies", DependencyKind::development},
                               {"peerDependencies", DependencyKind::peer},
                               {"optionalDependencies", DependencyKind::optional}};
  add_members(list, kGroups, [](std::string_view) { return true; });
}

void composer_dependencies(DependencyList& list) {
  constexpr Group kGroups[] = {{"require", DependencyKind::runtime},
                               {"require-dev", DependencyKind::development}};
  // php, ext-json, lib-icu: the platform, no packages.
  add_members(list, kGroups, [](std::string_view name) { return contains(name, "/"); });
}

void deno_dependencies(DependencyList& list) {
  const Source& source = list.source;
  for (const auto& [name, specifier] : source.manifest.data["imports"].members()) {
    Dependency found = deno_import(specifier.text());
    found.line = source.line({"imports", name});
    list.add(std::move(found));
  }
}

}  // namespace pawl::repo
