// Helpers of what survives a killed or refused attempt.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

inline constexpr const char* kRescuePrefix = "refs/pawl/rescue/";
// Results that wait to be landed, by run.
inline constexpr const char* kWaitingPrefix = "refs/pawl/landing/";

// Whether what it holds is kept: not by a result that waits, which goes whatever becomes of its
// run.
bool is_lasting(std::string_view ref);
// Whether a lasting ref of the repository at `folder`, other than `beside`, holds the commit.
Result<bool> is_held(Git& git, const std::string& folder, const std::string& commit,
                     std::string_view beside = {});

// Removes the locks of a git that was killed in the private clone at `folder`. The run holds its
// own lock, so nobody else works there.
Status remove_stale_locks(os::Files& files, const std::string& folder);

// Removes the clone at `folder` by way of `scratch`, a folder on the same disk that nobody else
// uses. To who looks it goes in one step: half of a clone is nothing that could be opened, and be
// known to be saved.
Status remove_clone(os::Files& files, const std::string& folder, const std::string& scratch);

}  // namespace pawl::git
