// The files of a commit as a plain folder, for builds and tests to scribble in.
#pragma once

#include <string>

#include "base/result.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

// Where a repository keeps its objects.
Result<std::string> objects_of(Git& git, const std::string& repository);

// A bare repository at `folder`, without configuration of its own, that borrows the objects at
// `objects`, of which `commit` is one by its full id.
Status borrow_objects(os::Files& files, const std::string& objects, const std::string& commit,
                      const std::string& folder);

// Fills `to`, which is made if need be, with the tracked files of a commit, without .git. The
// repository is only read: what it is configured with (filters, hooks) has no say. Folders
// beginning with `to` and a dot are used on the way, and removed.
Status export_commit(Git& git, os::Files& files, const std::string& repository,
                     const std::string& commit, const std::string& to);

}  // namespace pawl::git
