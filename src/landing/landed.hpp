// Whether the work of a run is in the branch it was meant for. What a journal claims is not enough:
// each answer is proven in the target as it is now.
#pragma once

#include <optional>
#include <string>

#include "landing/ground.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {

struct LandedFact {
  std::string target;  // branch
  std::string commit;  // of the branch, that brought the work or holds it
  Way way = Way::merged;
  std::string head;  // of the work
};

// Nothing when it is not there, or there is no work. An Error: nobody can tell. `onto` is the
// branch asked about; empty: the one it was meant for. For the trial of whether the branch holds
// all the work changes, a folder of the run's scratch is used: the caller holds the lock of the
// run.
Result<std::optional<LandedFact>> is_landed(const Ports& ports, const run::RunState& state,
                                            const std::string& onto = {});

// Of a target on this machine.
Result<std::optional<LandedFact>> is_landed(Ground& ground, const run::RunState& state,
                                            const std::string& target);

// Likewise of work and a branch that are known already: `tip` is where the branch is.
Result<std::optional<LandedFact>> held_by(Meeting& meeting, const run::RunState& state,
                                          const Work& work, const std::string& target,
                                          const std::string& tip);

}  // namespace pawl::landing
