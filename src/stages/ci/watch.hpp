// Watches what CI reports of one commit until that says something.
#pragma once

#include "config/config.hpp"
#include "forge/ci_judgement.hpp"
#include "forge/forge.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

struct CiWatched {
  forge::CiState state;
  forge::CiJudgement judgement;  // final
};

// Looks every `ci.poll`, for `ci.timeout` at most, by the run's clock. A forge that does not answer
// is asked again; one that refuses to say is `blocked`. Errors: cancelled, and those of the
// journal.
Result<CiWatched> watch_ci(const Scope& scope, const config::Config& config, forge::Forge& forge,
                           const forge::CiQuestion& question);

}  // namespace pawl::stages
