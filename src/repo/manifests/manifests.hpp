// Finding and reading the files that say how a project is built.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repo/facts/facts.hpp"

namespace pawl::repo {

std::string_view to_string(ManifestKind kind);
std::optional<ManifestKind> manifest_kind_of(std::string_view name);  // of to_string()
std::optional<ManifestKind> manifest_kind(const RepoPath& path);

inline constexpr std::size_t kManifestsReadMax = 300;
// The largest that people keep have some 100 KiB; each entry is looked for in the text again.
inline constexpr std::size_t kOneManifestBytesMax = std::size_t{256} << 10U;

// Root first, then by path; vendored ones, fixtures and templates left out. Their data is not read.
std::vector<Manifest> find_manifests(const RepoView& view);
// Reads their data, and answers their texts in the same order. What cannot be read or parsed has
// none, and is reported in `unreadable`; so is that there are more than are read.
std::vector<std::string> read_manifests(const RepoView& view, std::span<Manifest> manifests,
                                        std::vector<Sourced>& unreadable);

// What `data` holds for formats that are no JSON, TOML or INI:
//   requirements  {"requirements": ["pytest>=7", …]}
//   go_mod        {"module", "go", "require": [{"path", "version", "indirect", "line"}]}
//   maven         {"groupId", "artifactId", "version", "name", "description", "url", "scm",
//                 "lines": {the line of each of those}, "parent" and each of "dependencies":
//                 {"groupId", "artifactId", "version", "scope", "optional", "line"}, "licenses",
//                 "modules" and "mainClass": {"value", "line"}}; properties of the file are put in
//   dotnet        {"properties": {name: {"value", "line"}}, "packages": [{"name", "version",
//                 "private", "line"}], "sdk"}
Json parse_requirements(std::string_view text);
Json parse_go_mod(std::string_view text);
Json parse_pom(std::string_view text);
Json parse_project_file(std::string_view text);  // a .csproj or .fsproj

struct MakeTarget {
  std::string name;
  int line = 0;
};
// Plain targets in their order: no patterns, no special targets, no variables in the name.
std::vector<MakeTarget> make_targets(std::string_view text);

// The line of a TOML or INI key below a `[section]`; an empty key asks for the section's own line.
int section_line(std::string_view text, std::string_view section, std::string_view key);
// The first line that holds all of `part`, from 1; 0 when there is none.
int line_with(std::string_view text, std::string_view part);

}  // namespace pawl::repo
