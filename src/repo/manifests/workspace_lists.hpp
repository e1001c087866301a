// The lists of members that workspaces write, in all of their forms.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "repo/facts/facts.hpp"

namespace pawl::repo {

struct WorkspacePattern {
  std::string glob;  // of folders, as seen from the list's base
  int line = 0;
  std::string name;  // of the member, where the list itself names it
};

struct WorkspaceList {
  ManifestKind kind = ManifestKind::npm;  // of the members' manifests
  std::string base;                       // the folder the list is in
  std::string path;                       // of the list
  std::vector<WorkspacePattern> patterns;
  std::vector<std::string> excluded;  // globs
};

// Every list of the repository. A list that does not parse is reported in `unreadable`.
std::vector<WorkspaceList> workspace_lists(const RepoView& view,
                                           std::span<const Manifest> manifests,
                                           std::vector<Sourced>& unreadable);

// The projects a settings.gradle includes: `:a:b` is the folder a/b, unless the file says otherwise
// in plain words. The lists of a go.work.
std::vector<WorkspacePattern> gradle_projects(std::string_view settings);
std::vector<WorkspacePattern> go_work_folders(std::string_view text);

}  // namespace pawl::repo
