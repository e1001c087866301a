// Lock files, the manifests they are made from, and what a manifest says of dependencies.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

struct LockRow {
  std::string_view lock;      // lower case
  std::string_view manifest;  // lower case
  std::string_view spelled;   // the lock as its tool writes it
};

// One row for each manifest a lock file can be made from.
std::span<const LockRow> lock_rows();

// What a manifest says of dependencies, in a form that can be compared; nothing when it cannot be
// read or is of no kind known here.
std::optional<std::string> dependencies_in(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
