#include "analyzers/dependencies.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

using repo::Manifest;
using repo::ManifestKind;

bool is_loose(std::string_view constraint) {
  const std::string_view bare = trim(constraint);
  return bare.empty() || bare == "*" || bare == "latest" || bare == "x" || bare == ">=0" ||
         bare == "next" || bare == ">= 0";
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

bool should_bind(const repo::Dependency& dependency) {
  switch (dependency.manifest) {
    case ManifestKind::npm:
      return dependency.kind != repo::DependencyKind::peer &&
             !dependency.constraint.starts_with("workspace:") &&
             !dependency.constraint.starts_with("catalog:");
    case ManifestKind::python: return dependency.kind == repo::DependencyKind::runtime;
    case ManifestKind::composer:
    case ManifestKind::cargo:
    case ManifestKind::requirements:
    case ManifestKind::go_mod: return true;
    default: return false;
  }
}

bool is_bound(const repo::Dependency& dependency) {
  return dependency.placed || !is_loose(dependency.constraint);
}

std::optional<repo::Family> family_of(ManifestKind kind) {
  switch (kind) {
    case ManifestKind::npm:
    case ManifestKind::deno: return repo::Family::node;
    case ManifestKind::python:
    case ManifestKind::python_setup:
    case ManifestKind::requirements:
    case ManifestKind::pipfile:
    case ManifestKind::conda: return repo::Family::python;
    case ManifestKind::cargo: return repo::Family::rust;
    case ManifestKind::go_mod: return repo::Family::go;
    case ManifestKind::maven:
    case ManifestKind::gradle: return repo::Family::jvm;
    case ManifestKind::gemfile:
    case ManifestKind::gemspec: return repo::Family::ruby;
    case ManifestKind::composer: return repo::Family::php;
    case ManifestKind::dotnet: return repo::Family::dotnet;
    case ManifestKind::cmake:
    case ManifestKind::meson:
    case ManifestKind::make:
    case ManifestKind::autotools:
    case ManifestKind::vcpkg:
    case ManifestKind::conan: return repo::Family::native;
    case ManifestKind::pubspec:
    case ManifestKind::mix: break;
  }
  return {};
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

bool describes_project(const Manifest& manifest) {
  return !repo::is_sample_place(manifest.path) && !repo::is_helper_place(manifest.path) &&
         !repo::is_vendored(manifest.path) && !contains("/" + manifest.path.text(), "/.");
}

bool locks_nothing(const RepoPath& manifest, std::string_view lock, const repo::RepoView& view) {
  const std::string folder(manifest.folder());
  for (const std::string& where : {folder.empty() ? "" : folder + "/", std::string()}) {
    const std::string npmrc = view.text(where + ".npmrc").value_or("");
    for (const std::string_view line : split_lines(npmrc)) {
      const std::string bare = replace_all(trim(line), " ", "");
      if (bare == "package-lock=false" || bare == "shrinkwrap=false") return true;
    }
    const std::string ignored = view.text(where + ".gitignore").value_or("");
    for (std::string_view line : split_lines(ignored)) {
      line = trim(line);
      const std::size_t slash = line.rfind('/');
      if (slash != std::string_view::npos) line.remove_prefix(slash + 1);
      if (line == lock || line == "*.lock") return true;
    }
  }
  return false;
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
