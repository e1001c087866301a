#include "analyzers/dependencies.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace pawl::analyzers {
namespace {

using repo::Manifest;
using repo::ManifestKind;

bool is_loose(std::string_view constraint) {
  const std::string_view bare = trim(constraint);
  return bare.empty() || bare == "*" || bare == "latest" || bare == "x" || bare == ">=0" ||
         bare == "next" || bare == ">= 0";
}

void add(std::vector<Dependency>& list, std::string_view name, const Json& value) {
  Dependency dependency{.name = std::string(name)};
  if (value.is_string()) {
    dependency.constraint = value.text();
    dependency.bound = !is_loose(value.text());
  } else {
    // A table: a version, or a place that is bound by itself.
    dependency.constraint = value["version"].string_or("");
    const bool placed = value.has("path") || value.has("workspace") || value.has("rev") ||
                        value.has("tag") || value.has("url") || value.has("file");
    dependency.bound = placed || !is_loose(value["version"].text());
  }
  list.push_back(std::move(dependency));
}

void add_table(std::vector<Dependency>& list, const Json& table) {
  for (const auto& [name, value] : table.members()) {
    if (name != "python" && name != "php" && !name.starts_with("ext-")) add(list, name, value);
  }
}

// `requests[socks]>=2,<3; python_version > "3.8"`, `pkg @ https://…`.
void add_requirement(std::vector<Dependency>& list, std::string_view text) {
  text = trim(text.substr(0, text.find(';')));
  const std::size_t end = text.find_first_of(" [<>=!~@(");
  Dependency dependency{.name = std::string(text.substr(0, end))};
  std::string_view rest = end == std::string_view::npos ? "" : trim(text.substr(end));
  if (rest.starts_with('[')) {
    const std::size_t close = rest.find(']');
    rest = close == std::string_view::npos ? "" : trim(rest.substr(close + 1));
  }
  dependency.constraint = rest;
  dependency.bound = !is_loose(rest);
  if (!dependency.name.empty()) list.push_back(std::move(dependency));
}

void add_requirements(std::vector<Dependency>& list, const Json& items) {
  for (const Json& item : items.items()) add_requirement(list, item.text());
}

bool is_workspace_link(const Dependency& dependency) {
  return dependency.constraint.starts_with("workspace:") ||
         dependency.constraint.starts_with("catalog:");
}

bool is_npm_application(const Json& package) {
  const bool published = package.has("main") || package.has("exports") || package.has("module") ||
                         package.has("files") || package.has("types") || package.has("bin");
  return package["private"].bool_or(false) || !published;
}

bool is_cargo_application(const Manifest& manifest, const repo::RepoView& view) {
  const std::string folder(manifest.path.folder());
  const std::string root = folder.empty() ? "" : folder + "/";
  const bool library = manifest.data.has("lib") || view.has(root + "src/lib.rs");
  return !library && (manifest.data.has("bin") || view.has(root + "src/main.rs"));
}

}  // namespace

std::vector<Dependency> dependencies_of(const Manifest& manifest) {
  const Json& data = manifest.data;
  std::vector<Dependency> list;
  switch (manifest.kind) {
    case ManifestKind::npm:
      for (const char* key : {"dependencies", "devDependencies", "optionalDependencies"}) {
        add_table(list, data[key]);
      }
      std::erase_if(list, is_workspace_link);
      break;
    case ManifestKind::composer:
      add_table(list, data["require"]);
      add_table(list, data["require-dev"]);
      break;
    case ManifestKind::cargo:
      for (const char* key : {"dependencies", "dev-dependencies", "build-dependencies"}) {
        add_table(list, data[key]);
        add_table(list, data["workspace"][key]);
      }
      break;
    case ManifestKind::python:
      add_requirements(list, data["project"]["dependencies"]);
      add_table(list, data["tool"]["poetry"]["dependencies"]);
      break;
    case ManifestKind::requirements: add_requirements(list, data["requirements"]); break;
    case ManifestKind::go_mod:
      for (const Json& item : data["require"].items())
        add(list, item["path"].text(), item["version"]);
      break;
    default: break;
  }
  return list;
}

repo::Family family_of(ManifestKind kind) {
  switch (kind) {
    case ManifestKind::npm: return repo::Family::node;
    case ManifestKind::python:
    case ManifestKind::python_setup:
    case ManifestKind::requirements: return repo::Family::python;
    case ManifestKind::cargo: return repo::Family::rust;
    case ManifestKind::go_mod: return repo::Family::go;
    case ManifestKind::maven:
    case ManifestKind::gradle: return repo::Family::jvm;
    case ManifestKind::gemfile:
    case ManifestKind::gemspec: return repo::Family::ruby;
    case ManifestKind::composer: return repo::Family::php;
    case ManifestKind::cmake:
    case ManifestKind::meson:
    case ManifestKind::make:
    case ManifestKind::autotools: break;
  }
  return repo::Family::native;
}

bool can_name_toolchain(ManifestKind kind) {
  return kind == ManifestKind::npm || kind == ManifestKind::python || kind == ManifestKind::cargo ||
         kind == ManifestKind::go_mod || kind == ManifestKind::composer;
}

bool names_toolchain(const Manifest& manifest, const repo::RepoView& view) {
  const Json& data = manifest.data;
  switch (manifest.kind) {
    case ManifestKind::npm:
      return data.has("engines") || view.has(".nvmrc") || view.has(".node-version") ||
             data.has("packageManager") || data.has("volta");
    case ManifestKind::python:
      return data["project"].has("requires-python") ||
             data["tool"]["poetry"]["dependencies"].has("python") || view.has(".python-version");
    case ManifestKind::cargo:
      return data["package"].has("rust-version") || data["package"].has("edition") ||
             data.has("workspace") || view.has("rust-toolchain.toml") || view.has("rust-toolchain");
    case ManifestKind::go_mod: return data.has("go");
    case ManifestKind::composer: return data["require"].has("php");
    default: return false;
  }
}

std::vector<std::string> lock_names(const Manifest& manifest, const repo::RepoView& view) {
  switch (manifest.kind) {
    case ManifestKind::npm:
      if (!is_npm_application(manifest.data)) return {};
      return {"package-lock.json", "yarn.lock", "pnpm-lock.yaml",
              "bun.lock",          "bun.lockb", "npm-shrinkwrap.json"};
    case ManifestKind::cargo:
      if (!is_cargo_application(manifest, view)) return {};
      return {"Cargo.lock"};
    case ManifestKind::go_mod: return {"go.sum"};
    case ManifestKind::python: {
      const Json& poetry = manifest.data["tool"]["poetry"];
      const bool library =
          manifest.data.has("build-system") && poetry["package-mode"].bool_or(true);
      if (library) return {};
      return {"uv.lock", "poetry.lock", "pdm.lock", "pixi.lock", "requirements.txt"};
    }
    case ManifestKind::composer:
      if (manifest.data["type"].text() != "project") return {};
      return {"composer.lock"};
    case ManifestKind::gemfile: {
      const bool gem = std::any_of(view.files().begin(), view.files().end(), [](const auto& entry) {
        return entry.path.components().size() == 1 && entry.path.name().ends_with(".gemspec");
      });
      if (gem) return {};
      return {"Gemfile.lock"};
    }
    default: return {};
  }
}

}  // namespace pawl::analyzers
