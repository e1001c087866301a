// A script of a person's, run on a copy of a commit, in the sandbox.
#pragma once

#include <string>

#include "repo/checks/checks.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

struct ScriptOrder {
  std::string script;
  std::string scratch;  // the name of a folder in the run's scratch
  Seconds deadline{0};
};

// On a copy of the worktree's HEAD. unknown: it could not be run, or was not over in time; that is
// not passing.
Result<repo::CheckRun> run_script(const Scope& scope, const RunSettings& settings,
                                  const Checkout& checkout, const ScriptOrder& order);
// The same at a commit that the repository of the worktree holds, whatever the worktree is at.
Result<repo::CheckRun> run_script_at(const Scope& scope, const RunSettings& settings,
                                     const Checkout& checkout, const std::string& commit,
                                     const ScriptOrder& order);

}  // namespace pawl::stages
