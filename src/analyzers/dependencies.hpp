// How exactly the dependencies of a manifest are bound, and whether they need a lock file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repo/facts/facts.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::analyzers {

// Dependencies of these kinds say in their manifest which versions they accept; elsewhere a parent,
// a catalogue or the system says it.
bool should_bind(const repo::Dependency& dependency);
// Names a version, a commit or a path; `*` and `latest` do not.
bool is_bound(const repo::Dependency& dependency);

// The family whose packages the manifest describes; nothing for languages that are in none.
std::optional<repo::Family> family_of(repo::ManifestKind kind);

// The toolchain version a manifest asks for is a matter of this kind, and named by this one.
bool can_name_toolchain(repo::ManifestKind kind);
bool names_toolchain(const repo::Manifest& manifest, const repo::RepoView& view);

// What a lock file of this manifest may be called; empty when it needs none: libraries resolve
// About the project: not about an example, a test, a fixture, a helper's tools or a hidden folder.
bool describes_project(const repo::Manifest& manifest);
// Did the project decide against the lock file, in .npmrc or .gitignore?
bool locks_nothing(const RepoPath& manifest, std::string_view lock, const repo::RepoView& view);
// anew with every user, and some tools have no lock file.
std::vector<std::string> lock_names(const repo::Manifest& manifest, const repo::RepoView& view);

}  // namespace pawl::analyzers
