// The files of a commit as a plain folder, for builds and tests to scribble in.
#pragma once

#include <string>

#include "base/result.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

// A bare repository at `folder`, without configuration of its own, that borrows the objects of
// another.
Status borrow_objects(Git& git, os::Files& files, const std::string& repository,
                      const std::string& folder);

// Fills `to`, which is made if need be, with the tracked files of a commit, without .git. The
// repository is only read: what it is configured with (filters, hooks) has no say. Folders
// beginning with `to` and a dot are used on the way, and removed.
Status export_commit(Git& git, os::Files& files, const std::string& repository,
                     const std::string& commit, const std::string& to);

}  // namespace pawl::git
