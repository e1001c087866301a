// One turn of the agent that decides what a chain does next.
#pragma once

#include <optional>
#include <string>

#include "stages/coding/bench.hpp"
#include "stages/coding/handoff.hpp"

namespace pawl::stages {

struct HandoffAsk {
  std::string plan;  // what was left before the last step
  std::string done;  // since the chain began
};

struct HandoffAnswer {
  // The agent did not come to an answer, or to one that can be used: how that would end a stage.
  std::optional<Outcome> stopped;
  Handoff handoff;
  std::string rolling;  // the plan of what is left
};

// Only what this turn left counts, and only where it is what was asked for.
Result<HandoffAnswer> ask_handoff(Bench& bench, const HandoffAsk& ask);

// Commits of the worktree since `base`, and the whole change.
Result<std::string> done_since(const Bench& bench, const std::string& base);

}  // namespace pawl::stages
