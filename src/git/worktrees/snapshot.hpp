// How the folder of a private clone differs from its HEAD.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/worktrees/worktree.hpp"

namespace pawl::git {

struct Snapshot {
  std::string head;                  // commit id
  std::string branch;                // `(detached)` when HEAD names none
  std::vector<std::string> changed;  // paths, tracked or untracked, that are not as HEAD has them
  std::vector<std::string> ignored;  // paths that ignore rules hide, sorted; a folder as a whole
};

// One git process.
Result<Snapshot> look_at(Worktree& worktree);

}  // namespace pawl::git
