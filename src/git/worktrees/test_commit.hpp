// Commits of changes, for the tests of this module. Who admits them is the judge itself, with all
// guards off: what git does with an admitted change is tested here, not which one is admitted.
#pragma once

#include <string>

#include "git/worktrees/patch.hpp"

namespace pawl::git {

// For a change on the worktree's HEAD.
Admitted admit(Worktree& worktree, const Change& change);

// One admitted commit of `change` in the worktree; answers its id.
std::string commit_change(Worktree& worktree, const Change& change, const std::string& message);

}  // namespace pawl::git
