// Worktrees whose files are not on the disk until somebody needs them there: a sparse checkout of
// git that matches no path. To git nothing is missing in one: `git status` is clean, `git diff` and
// `git log` say what they say anywhere.
#pragma once

#include <string>

#include "base/result.hpp"
#include "git/change.hpp"
#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

// Before anything is checked out in the clone at `folder`: what is, comes without its files.
Status hold_files_back(os::Files& files, const std::string& folder);
// Whether its files are held back. They are not once lay_files_out has begun: what it left
// half-way when it was killed is completed by any `git reset --hard`.
Result<bool> are_files_held_back(os::Files& files, const std::string& folder);
// Puts the files of HEAD there. io: they are too many or too large, or objects are missing.
Status lay_files_out(Git& git, os::Files& files, const std::string& folder);

// Whether `before` of each file is what the commit holds: conflict where it is not. Answers the
// change with the modes of the commit, which it keeps unless it says otherwise itself.
Result<Change> checked_on_commit(ObjectReader& objects, const std::string& commit, Change change);
// Whether what lies between two commits is the change and nothing else: conflict where it is not,
// as where a file would take the place of a folder with files in it, or lie inside of a submodule.
Status check_difference(ObjectReader& objects, const std::string& before, const std::string& after,
                        const Change& change);

}  // namespace pawl::git
