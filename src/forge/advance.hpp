// Moving a branch of the target forward, together with the checkout it may be in.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::forge {

struct Advance {
  std::string location;  // the target
  std::string branch;
  std::string from;  // where the branch must be now
  std::string to;    // a descendant of it
  std::string reason;
  // Where moves from `from` were to lead that a killed process may have left half done.
  std::vector<std::string> killed = {};
};

// Nobody has the branch checked out: the ref alone, if it still is at `from` (else conflict). One
// checkout has it: ref, index and working tree together, by a fast-forward in there; denied when
// something in there is not committed, when a rebase of the branch is under way, or when commands
// of the target's own configuration would run. What a git that was killed on the way has left is
// put back, with its locks, by this call or, where this process died with it, by the next that
// names the move in `killed`; a lock of which nobody knows whose it is is named (conflict).
Status advance_branch(git::Git& git, os::Files& files, const Advance& advance);

}  // namespace pawl::forge
