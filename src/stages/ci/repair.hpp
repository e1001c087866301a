// Repairs what CI found: proposed by a model, approved by a critic, admitted by the judge,
// committed and published as any other work.
#pragma once

#include <string>
#include <vector>

#include "planner/plan.hpp"
#include "stages/ci/red_ci.hpp"
#include "stages/working/proposer.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// What changed since CI was green: the work of the run, or of the pull request it repairs.
struct SinceGreen {
  std::string base_commit;  // that is taken for green
  std::vector<std::string> files;
  std::string diff;
};
Result<SinceGreen> since_green(const Scope& scope, const RunSettings& settings,
                               const Checkout& checkout, forge::Forge& forge);

// Whether this run has repaired once already, with or without success.
bool repair_ended(const run::RunState& state);

struct RepairEnd {
  std::string commit;  // empty: there is none
  std::string reason;  // why not
};
// Up to `ci.rounds` attempts, each with what refused the one before.
Result<RepairEnd> repair(const Workshop& shop, const std::vector<RedCheck>& red,
                         const SinceGreen& since, const std::string& head);

// What is to be repaired, and what it is judged by that is data: logs, or what people said.
struct RepairOrder {
  planner::Task task;
  planner::Subtask subtask;
  std::vector<planner::TestFailure> logs = {};
  std::string review = {};
};
struct Rounds {
  RepairEnd end;
  int number = 0;       // of the last attempt
  bool failed = false;  // nobody could be asked: the same order may end otherwise another time
};
// The same for any order, each attempt begun and a commit recorded in the journal. Errors are those
// of the run: what is wrong with the repair alone is the reason of its end.
Result<Rounds> attempts(const Workshop& shop, Head& head, Proposer& proposer,
                        const RepairOrder& wanted);
Status record_given_up(const Workshop& shop, const std::string& subtask, const Rounds& rounds);

// Publishes the worktree's HEAD under the branch of the pull request, which has to be at the head
// that is known of it, and brings the pull request up to date. Errc::conflict: somebody pushed.
Status publish_repair(const Workshop& shop, forge::Forge& forge);

}  // namespace pawl::stages
