// Merge conflicts that were left in a text.
#pragma once

#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

// The lines (from 0) where a conflict opens: all three markers stand at the begin of lines, in
// their order. Left out: what stands in a code block of a document, what is text of a program
// that parses (a test of a merge tool), and text samples of tests.
std::vector<std::size_t> conflicts_in(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
