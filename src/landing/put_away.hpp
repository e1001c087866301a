// Putting away what a run left, without losing any of it.
#pragma once

#include <string>
#include <vector>

#include "landing/landing.hpp"

namespace pawl::landing {

struct Rescued {
  std::vector<std::string> refs;  // of the target, each under refs/pawl/rescue/<run>/
};

// Puts into the target what of the run's worktree is in none of its branches: commits, and tracked,
// staged and untracked content. The worktree stays as it is. Empty when everything is there
// already, or there is no worktree. denied where that cannot be done, and why. The caller holds the
// lock of the run.
Result<Rescued> rescue(const Ports& ports, const run::RunState& state);

struct PutAway {
  std::vector<std::string> refs;  // as of Rescued, and of the branch
  bool worktree_removed = false;
  bool branch_removed = false;
  std::string branch_kept;  // why it stays; empty when it was removed, or there was none
};
// rescue(), and then nothing of the run is left but its journal: its worktree, its scratch folder,
// its branch and what waited to land are removed. What no other ref of the target holds goes to a
// rescue ref first, also when it has landed as another commit: the commits it was are not there. A
// branch that somebody has checked out stays, and one whose pull request is open. An Error: nothing
// was removed that is not saved. The caller holds the lock of the run.
Result<PutAway> put_away(const Ports& ports, const run::RunState& state);

}  // namespace pawl::landing
