// Dependencies of Cargo.toml and go.mod.
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"

namespace pawl::repo {
namespace {

struct Table {
  std::string_view key;
  DependencyKind kind;
};
constexpr Table kTables[] = {{"dependencies", DependencyKind::runtime},
                             {"dev-dependencies", DependencyKind::development},
                             {"dev_dependencies", DependencyKind::development},
                             {"build-dependencies", DependencyKind::build},
                             {"build_dependencies", DependencyKind::build}};

bool lies_in(const RepoPath& path, std::string_view folder) {
  return folder.empty() || path.text().starts_with(std::string(folder) + "/");
}

// What the workspace around a package says of a dependency its members share.
const Json* shared(const DependencyList& list, std::string_view name) {
  for (const Manifest& manifest : list.all) {
    if (manifest.kind != ManifestKind::cargo) continue;
    const Json& entry = manifest.data["workspace"]["dependencies"][name];
    if (!entry.is_null() && lies_in(list.source.manifest.path, manifest.path.folder())) {
      return &entry;
    }
  }
  return nullptr;
}

void describe(const Json& value, Dependency& out) {
  if (value.is_string()) {
    out.constraint = value.text();
    return;
  }
  out.constraint = value["version"].string_or("");
  if (value["package"].is_string()) out.name = value["package"].text();
  if (value["path"].is_string()) out.placed = true;
  for (const char* key : {"rev", "tag"}) out.placed = out.placed || value.has(key);
  if (!out.constraint.empty()) return;
  if (value["path"].is_string()) {
    out.constraint = "path:" + value["path"].string_or("");
  } else if (value["git"].is_string()) {
    out.constraint = value["git"].text();
    for (const char* key : {"rev", "tag", "branch"}) {
      if (value[key].is_string()) out.constraint += "#" + value[key].string_or("");
    }
  }
}

void add_one(DependencyList& list, std::string_view name, const Json& value, Dependency found) {
  found.name = name;
  if (value.is_object() && value["workspace"].bool_or(false)) {
    const Json* entry = shared(list, name);
    found.placed = entry == nullptr;
    if (entry != nullptr) describe(*entry, found);
  } else {
    describe(value, found);
  }
  if (value.is_object() && value["optional"].bool_or(false)) {
    found.kind = DependencyKind::optional;
  }
  list.add(std::move(found));
}

}  // namespace

void cargo_dependencies(DependencyList& list) {
  const Source& source = list.source;
  const Json& data = source.manifest.data;
  for (const Table& table : kTables) {
    for (const auto& [name, value] : data[table.key].members()) {
      add_one(list, name, value, {.kind = table.kind, .line = source.line({table.key, name})});
    }
  }
  for (const auto& [target, tables] : data["target"].members()) {
    for (const Table& table : kTables) {
      for (const auto& [name, value] : tables[table.key].members()) {
        add_one(list, name, value,
                {.kind = table.kind,
                 .group = target,
                 .line = source.line({"target", target, table.key, name})});
      }
    }
  }
  for (const auto& [name, value] : data["workspace"]["dependencies"].members()) {
    add_one(list, name, value,
            {.group = "workspace", .line = source.line({"workspace", "dependencies", name})});
  }
}

void go_dependencies(DependencyList& list) {
  for (const Json& one : list.source.manifest.data["require"].items()) {
    const bool indirect = one["indirect"].bool_or(false);
    list.add({.name = one["path"].string_or(""),
              .constraint = one["version"].string_or(""),
              .kind = indirect ? DependencyKind::indirect : DependencyKind::runtime,
              .line = static_cast<int>(one["line"].int_or(0))});
  }
}

}  // namespace pawl::repo
