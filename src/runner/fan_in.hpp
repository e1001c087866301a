// The end of a parallel node: the artifacts of its branches become those of the run, what they came
// to is judged by its policy, and the files they changed become commits of the run, or are kept.
#pragma once

#include <string>
#include <vector>

#include "pipeline/walk.hpp"
#include "runner/group_events.hpp"
#include "runner/live.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

struct FanIn {
  const RunPorts& ports;
  Setting& setting;
  stages::Parts& parts;
  const pipeline::Node& group;
  const GroupReady& ready;
  int turn = 1;  // of the fan-out
  const pipeline::WalkState& walked;
};

// Its outcome is that of the node. What is done is found again by a second one.
Result<pipeline::Outcome> bring_together(const FanIn& in);

// Worktrees of branches that nobody goes on with: what they committed goes to rescue refs first.
Status give_up_branches(const RunPorts& ports, Setting& setting,
                        const std::vector<std::string>& runs);

}  // namespace pawl::runner
