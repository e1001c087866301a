// A commit as the stream `git fast-import` reads: contents come from memory, so what was admitted
// is what is committed, whatever happens to the files meanwhile and whatever attributes say.
#pragma once

#include <string>

#include "base/time.hpp"
#include "git/change.hpp"
#include "git/git.hpp"

namespace pawl::git {

struct CommitPlan {
  std::string ref;     // refs/heads/…; where it is now does not matter unless it holds more
  std::string parent;  // commit id, where the branch is now
  std::string message;
  Identity identity;
  Timestamp at;  // author and committer date, in UTC
};

// The stream; fast-import answers it with the commit's id on standard output.
std::string commit_stream(const CommitPlan& plan, const Change& change);

}  // namespace pawl::git
