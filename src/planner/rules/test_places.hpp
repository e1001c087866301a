// Where a test of what an issue is about may be written.
#pragma once

#include <string>
#include <vector>

#include "index/index.hpp"
#include "planner/issue_work.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

// Test files for the code the issue cites, the likeliest first: those there are of it, by name or
// by imports, else one named and placed as the other tests of its language are. Nothing where the
// language has no test yet. `graph` may be null.
std::vector<std::string> test_places(const IssueWork& issue, const repo::RepoView& view,
                                     const index::Graph* graph);

}  // namespace pawl::planner
