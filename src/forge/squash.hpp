// One commit out of a branch, made in a repository of its own that borrows the target's objects:
// merge drivers, attributes and configuration of the target have no say in it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "base/time.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::forge {

struct SquashPlan {
  std::string location;  // the target
  std::string scratch;   // an absent folder; removed again
  std::string base;      // parent of the squash commit
  std::string head;
  std::string message;
  Timestamp at;  // its author and committer date
};

// The commit, with all it needs, is in the target's object store; no ref names it yet. conflict
// when head does not merge into base (the message lists the files), or has nothing that base
// does not have.
Result<std::string> squash(git::Git& git, os::Files& files, const SquashPlan& plan);

}  // namespace pawl::forge
