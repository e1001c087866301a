// What tests of snapshots feed to the program under test.
#pragma once

#include "base/text/repo_path.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

// A file among tests that is no test, beside the `__snapshots__` of what came of it: a sample,
// which may hold anything. `tree` may be null.
bool is_snapshot_input(const RepoPath& path, const repo::RepoView* tree);

}  // namespace pawl::guards
