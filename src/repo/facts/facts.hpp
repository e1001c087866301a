// What a repository is, read from its files, each fact with the file (and line) it comes from.
// Nothing here is guessed: what no file says is absent. This is the one place that reads manifests
// for analyzers, recipes, guards and prompts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/text/repo_path.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct Sourced {
  std::string value;
  std::string path;  // where it stands
  int line = 0;      // 0 when the whole file says so
};

struct LanguageCount {
  std::string name;  // Python, JavaScript, TypeScript, Go, Rust, C, C++, Java, Ruby, Shell, …
  std::size_t files = 0;
};

enum class ManifestKind : std::uint8_t {
  npm,
  python,
  python_setup,
  requirements,
  cargo,
  go_mod,
  maven,
  gradle,
  gemfile,
  gemspec,
  composer,
  cmake,
  meson,
  make,
  autotools,
  pipfile,
  conda,
  deno,
  pubspec,
  mix,
  dotnet,
  vcpkg,
  conan,
};

struct Manifest {
  ManifestKind kind;
  RepoPath path;
  Json data;  // parsed, null when the format is code or it did not parse
};

enum class DependencyKind : std::uint8_t {
  runtime,
  development,
  optional,
  peer,
  build,
  indirect,  // needed by another dependency, listed all the same
};
std::string_view to_string(DependencyKind kind);
std::optional<DependencyKind> dependency_kind_of(std::string_view name);  // of to_string()

// One entry of a manifest's own list; nothing is resolved but what the same tree says.
struct Dependency {
  std::string name;        // `@scope/name`, `group:artifact`, `example.com/mod/v2`, `python-name`
  std::string constraint;  // as written; empty when there is none
  DependencyKind kind = DependencyKind::runtime;
  std::string group;    // the extra, group, target or configuration it is listed under
  bool placed = false;  // by a path, an address or a revision instead of a version
  ManifestKind manifest = ManifestKind::npm;
  std::string path;
  int line = 0;
};

// A package of the same repository that a workspace lists.
struct WorkspaceMember {
  std::string name;  // empty when its manifest names none
  std::string folder;
  ManifestKind kind = ManifestKind::npm;
  std::string path;  // of the list it is on
  int line = 0;
};

struct Framework {
  std::string name;
  Dependency proof;
};

struct Facts {
  std::vector<LanguageCount> languages;  // by file count, vendored files not counted; ties by name
  std::vector<Manifest> manifests;       // root first, then by path
  std::vector<Sourced> unreadable;       // manifests nobody could read; value: the reason
  std::vector<WorkspaceMember> workspaces;
  std::vector<Sourced> package_managers;
  std::vector<Framework> frameworks;     // each once, by the first dependency that proves it
  std::vector<Dependency> dependencies;  // in the order of manifests
  std::optional<Sourced> name;           // of the package
  std::optional<Sourced> description;
  std::optional<Sourced> version;
  std::optional<Sourced> license_declared;  // SPDX id or expression a manifest names
  std::optional<Sourced> license_file;      // value: SPDX id recognised in the text, or "unknown"
  std::optional<Sourced> author;
  std::optional<Sourced> repository_url;
  std::optional<Sourced> homepage;
  std::optional<Sourced> readme;          // value: its path
  std::vector<Sourced> install_commands;  // `npm install left-pad`
  std::vector<Sourced> build_commands;
  std::vector<Sourced> test_commands;
  std::vector<Sourced> lint_commands;
  std::vector<Sourced> run_commands;  // console scripts, bin entries
  std::vector<Sourced> workflows;     // CI definitions
  std::vector<Sourced> entry_points;

  const Manifest* manifest(ManifestKind kind) const;  // the one nearest to the root
  bool has_language(std::string_view name) const;
  // The language with the most files, empty when there is none.
  std::string main_language() const;
};

Facts gather_facts(const RepoView& view);

// The SPDX id of a licence text, by normalised fingerprints; nothing when it is none known.
std::optional<std::string> recognise_license(std::string_view text);
Json to_json(const Facts& facts);

}  // namespace pawl::repo
