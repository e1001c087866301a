// The ground of real fan-ins: worktrees on this machine, by the git program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runner/fan_in.hpp"
#include "runner/live.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

struct GitFanInPlan {
  const RunPorts& ports;
  Setting& setting;
  stages::Parts& parts;
  const pipeline::Node& group;
  const GroupReady& ready;
};

// All of the plan is borrowed.
std::unique_ptr<FanInGround> git_fan_in(const GitFanInPlan& plan);

// Worktrees of branches that nobody goes on with: what they committed goes to rescue refs first.
Status give_up_branches(const RunPorts& ports, Setting& setting,
                        const std::vector<std::string>& runs);

}  // namespace pawl::runner
