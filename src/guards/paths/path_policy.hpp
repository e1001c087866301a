// Which paths nobody may write through Pawl, which only where a person named them, and which are
// build manifests. The rows are data (guarded_paths.hpp), compared with every name under which a
// file system may know the path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "guards/paths/guarded_paths.hpp"

namespace pawl::guards {

// Why the path may never be written; empty when it may.
std::string denial_of(const RepoPath& path);
// The same, also of what only a person may have written: for plans and files that no person named.
std::string unasked_denial_of(const RepoPath& path);
// The row of a path that only a person may have written; nothing when anybody may.
std::optional<GuardedRow> person_only(const RepoPath& path);
// `it decides what CI runs`.
std::string_view reason_of(const GuardedRow& row);

// A template of an environment file, which holds no values.
bool is_env_template(const RepoPath& path);

// A component is `.git`, or macOS or Windows takes it for that.
bool names_git_folder(const RepoPath& path);

// G1: files whose edit changes what is built or installed. Any folder counts.
bool is_build_manifest(const RepoPath& path);

// The denied rows as lines for prompts.
std::vector<std::string> denied_summary();

}  // namespace pawl::guards
