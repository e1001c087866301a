// Dependencies that a change adds and that nothing in the repository uses.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

struct UnusedDependency {
  RepoPath manifest;
  std::string name;
  int line = 0;
};
std::vector<UnusedDependency> unused_dependencies(const git::Change& change,
                                                  const repo::RepoView& head);

}  // namespace pawl::guards
