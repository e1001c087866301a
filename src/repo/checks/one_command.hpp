// A person's own command, run on a copy of a repository's files.
#pragma once

#include <string>

#include "repo/checks/checks.hpp"

namespace pawl::repo {

// In the sandbox, at the root of a fresh copy, by a shell; it has as long as tests have. What its
// exit code says is the outcome: 0 passed, any other failed; unknown when it could not be run, or
// was not over in time. Its output, both streams in one, is kept head and tail.
CheckRun run_one_command(const std::string& command, const Facts& facts, const RepoView& view,
                         const CheckPorts& ports, const CheckOptions& options);

}  // namespace pawl::repo
