// Helpers of what survives a killed or refused attempt.
#pragma once

#include <string>

#include "base/result.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

inline constexpr const char* kRescuePrefix = "refs/pawl/rescue/";

// Removes the locks of a git that was killed in the private clone at `folder`. The run holds its
// own lock, so nobody else works there.
Status remove_stale_locks(os::Files& files, const std::string& folder);

// Removes the clone at `folder` by way of `scratch`, a folder on the same disk that nobody else
// uses. To who looks it goes in one step: half of a clone is nothing that could be opened, and be
// known to be saved.
Status remove_clone(os::Files& files, const std::string& folder, const std::string& scratch);

}  // namespace pawl::git
