// What whoever chains runs hears of them: functions of what is known.
#pragma once

#include <string>

#include "chain/chain.hpp"
#include "landing/land.hpp"
#include "run/run_state.hpp"
#include "stages/coding/child_runs.hpp"

namespace pawl::fleet {

// How a run stands.
chain::Sight sight_of(const run::RunState& state, run::RunStatus now);

// Work that is in the target.
stages::ChildLanding landing_at(const std::string& target, const std::string& commit,
                                landing::Way way);
// What became of the landing of a run that was as `before`.
Result<stages::ChildLanding> heard_of_landing(const run::RunState& before,
                                              const Result<landing::Landing>& landed);

}  // namespace pawl::fleet
