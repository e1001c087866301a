// What a run remembered when it planned: read once, kept as the artifact `memory.json`, so that a
// resumed or replayed run plans by the same past at the same moment.
#pragma once

#include <vector>

#include "planner/concerns/past_offers.hpp"
#include "planner/rules/failure_history.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kMemory = "memory.json";

struct RunMemory {
  Timestamp at;  // when it was read
  std::vector<planner::PastSubtask> past;
  std::vector<planner::PastOffer> offers;  // of earlier runs; not all of them bind this one
  Json fingerprint;                        // of the gateway; null when there is none
};

// What observations record about files: successes and failures. What was skipped or cut off shows
// nothing, and neither does a failure whose cause lies elsewhere: a configuration, git.
std::vector<planner::PastSubtask> past_subtasks(std::vector<run::Observation> observations);

enum class Fingerprint : std::uint8_t { wanted, not_wanted };
// The run has a worktree. The forge is asked what became of earlier pull requests.
Result<RunMemory> remember(const Scope& scope, const RunSettings& settings,
                           const Checkout& checkout, forge::Forge& forge, memory::Memory& memories,
                           Fingerprint fingerprint);
// The offers that bind the run, as it remembered them when it planned; none before that.
Result<std::vector<planner::PastOffer>> remembered_offers(const Scope& scope,
                                                          const RunSettings& settings);

Json to_json(const RunMemory& memory);
Result<RunMemory> run_memory_from_json(const Json& json);

}  // namespace pawl::stages
