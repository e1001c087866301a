// The notice at the head of a source file that says whose it is and under which licence.
#pragma once

#include <optional>
#include <string>

#include "git/change.hpp"

namespace pawl::repo {
class RepoView;
}

namespace pawl::guards {

struct LicenceFault {
  std::string what;
  // Most of the files beside it still carry the notice, and no other file of the change loses its
  // own: nobody meant to relicense anything.
  bool alone = false;
};

// A notice that is gone from a file that is still there, or names another licence. `head` may be
// null.
std::optional<LicenceFault> licence_fault(const git::FileChange& file, const git::Change& change,
                                          const repo::RepoView* head);

}  // namespace pawl::guards
