// What a run commits is to be found in a target on this machine, under the run's branch, before the
// run has come to its end.
#pragma once

#include "git/worktrees/worktree.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Nothing for a target elsewhere, and for a branch of another run: that one shows what it takes of
// it. A target that refuses is said, and is no error.
Status show_branch(const Scope& scope, git::Worktree& worktree);

}  // namespace pawl::stages
