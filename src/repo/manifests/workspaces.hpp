// The packages of a repository that a workspace lists.
#pragma once

#include "repo/facts/facts.hpp"

namespace pawl::repo {

// Adds to facts.workspaces what npm, pnpm, Yarn, Lerna, Cargo, Go, uv, Maven, Gradle, Deno, Dart
// and Mix workspaces list, in the order of their folders; lists nobody can read go to
// facts.unreadable. A root that is a package itself is no member of its own.
void find_workspaces(const RepoView& view, Facts& facts);

}  // namespace pawl::repo
