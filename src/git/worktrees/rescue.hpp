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

}  // namespace pawl::git
