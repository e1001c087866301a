// The end of a parallel node: the artifacts of its branches become those of the run, what they came
// to is judged by its policy, and the files they changed become commits of the run, or are kept.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "pipeline/walk.hpp"
#include "runner/group_events.hpp"
#include "runner/made_branch.hpp"

namespace pawl::runner {

struct FanIn {
  const pipeline::Node& group;
  const GroupReady& ready;
  int turn = 1;  // of the fan-out
  const pipeline::WalkState& walked;
  std::span<const JournalEvent> earlier;  // of the run
  EventSink& events;
  FanInGround& ground;
};

// Its outcome is that of the node. What is done is found again by a second one.
Result<pipeline::Outcome> bring_together(const FanIn& in);

// By the policy of the group. Only branches that are good, changed files and are not settled.
Result<Merged> merge_branches(const FanIn& in, const std::vector<MadeBranch>& branches);

// Where a side of a conflict is kept in the target: each commit under a ref of its own, so that no
// conflict takes away what an earlier one of the same group kept.
std::string side_ref(const std::string& run, const std::string& group, const std::string& side,
                     const std::string& commit);

}  // namespace pawl::runner
