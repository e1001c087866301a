// Where landings and fan-ins of a world happen.
#pragma once

#include <memory>

#include "landing/ground.hpp"
#include "runner/fan_in.hpp"
#include "simulation/world.hpp"

namespace pawl::simulation {

// The target holds that run's work now, as a landing meant it: by that commit, or by a pull request
// at it.
void note_landing(World& world, const SimRun& run, const std::string& commit);

std::unique_ptr<landing::Ground> memory_ground(World& world, const std::string& run);

// `head` and all it borrows are of the run.
std::unique_ptr<runner::FanInGround> memory_fan_in(World& world, SimRun& run,
                                                   const std::string& group);

// A commit on the worktree of a run, with its trailers.
std::string commit_step(World& world, SimRun& run, const std::string& step,
                        const std::string& tree);
// The commit of that step in the worktree of a run; empty: there is none.
std::string commit_of_step(const World& world, const SimRun& run, const std::string& step);

}  // namespace pawl::simulation
