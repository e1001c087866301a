// Commands of a pipeline, run on a copy of a commit, in the sandbox.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repo/checks/checks.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// One after the other until one fails, on a copy of the worktree's HEAD. unknown: they could not be
// run, or were not over within `deadline`; that is not passing.
Result<repo::CheckRun> run_commands(const Scope& scope, const RunSettings& settings,
                                    const Checkout& checkout,
                                    const std::vector<std::string>& commands, Seconds deadline);
// The same at a commit that the repository of the worktree holds, whatever the worktree is at.
Result<repo::CheckRun> run_commands_at(const Scope& scope, const RunSettings& settings,
                                       const Checkout& checkout, const std::string& commit,
                                       const std::vector<std::string>& commands, Seconds deadline);
// What a shell is given for that: it ends with the first command whose exit code is not 0.
std::string script_of(const std::vector<std::string>& commands);
// The artifact of one attempt of a stage, which no other stage and no other round of a loop writes:
// `verify-attempt-1.log` of one called `verify`, `verify-attempt-1-checks-2-again.log` of others.
std::string log_of_attempt(const Scope& scope, std::string_view what, int attempt);
// Those of an option: a list of texts.
std::vector<std::string> commands_of(const Json& list);
// A line each, as a list of Markdown.
std::string commands_listed(const std::vector<std::string>& commands);

}  // namespace pawl::stages
