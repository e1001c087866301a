// The CI of forges that have none: a command of the person's (`ci.command`), run here.
#pragma once

#include "forge/forge.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// The name of its check.
inline constexpr const char* kOwnCheck = "ci";

// What `ci.command` names for the target; empty: nothing, or the forge takes no reports.
std::string own_ci_command(const RunSettings& settings, const Checkout& checkout,
                           const forge::Forge& forge);

// Runs the command on the worktree's HEAD, in the sandbox, and reports what came of it, unless that
// was reported of this head already.
Status run_own_ci(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                  forge::Forge& forge, const forge::CiQuestion& question);

}  // namespace pawl::stages
