// One attempt at a subtask: ask, resolve the edits in memory, judge, apply, commit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "guards/guard.hpp"
#include "planner/plan.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

enum class AttemptEnd : std::uint8_t {
  committed,   // a verified commit, or one an earlier process made of this subtask
  unchanged,   // the model says nothing is to be done
  refused,     // rolled back; findings say why
  unreadable,  // no answer of the model was JSON; reason says more
  too_large,   // the model cannot take the question; reason says more
};

struct AttemptResult {
  AttemptEnd end = AttemptEnd::refused;
  std::string commit;
  std::string message;
  std::vector<std::string> paths;        // changed; of refused: those of the hints it would have
  std::vector<std::string> tests_fixed;  // of committed: tests that failed before
  std::vector<run::ProvenTest> tests_added;  // of committed: new tests that were tried
  std::string reason;                        // of unchanged, unreadable and too_large
  std::string tier;                          // of refused
  std::vector<guards::Finding> findings;
  std::string answer;  // what the model said, for the next attempt
};

struct AttemptInput {
  const planner::Task& task;
  const planner::Subtask& subtask;
  int number = 1;
  bool compile_fix = false;
  std::string feedback;
  std::string previous_answer;
};

Result<AttemptResult> attempt(StageRun& run, const AttemptInput& input);

}  // namespace pawl::stages
