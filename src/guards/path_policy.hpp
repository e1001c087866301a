// Which paths nobody may write through Pawl, and which are build manifests. Rows of data, compared
// with the case-folded components of a path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/repo_path.hpp"

namespace pawl::guards {

// Why the path may never be written; empty when it may.
std::string denial_of(const RepoPath& path);

// G1: files whose edit changes what is built or installed. Any folder counts.
bool is_build_manifest(const RepoPath& path);

// The denied rows as lines for prompts.
std::vector<std::string> denied_summary();

}  // namespace pawl::guards
