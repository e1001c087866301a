// The commit of a subtask, as an effect: made once, found again after a crash.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/change.hpp"
#include "planner/plan.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Subject from the model (one line, at most 100 characters, public_words.hpp) or from the subtask,
// then trailers Pawl-Run, Pawl-Subtask and Pawl-Model. Nothing else of what a model says is in it.
std::string commit_message(const StageRun& run, const planner::Subtask& subtask,
                           const std::string& proposed);

struct CommitRequest {
  std::string subtask;
  std::string message;
  // Kept with the intent: a resumed run needs them, too.
  std::vector<std::string> tests_fixed;
  std::vector<store::ProvenTest> tests_added;
  int attempt = 1;
};

// What a run meant to commit, as the intent tells it: of a commit it made but could not write down.
struct IntendedCommit {
  std::vector<std::string> tests_fixed;
  std::vector<store::ProvenTest> tests_added;
  int attempt = 1;
  std::string model;
};
std::optional<IntendedCommit> intended_commit(const store::RunState& state,
                                              const std::string& subtask);

// Applies and commits; answers the commit. On any error the worktree is as it was before.
Result<std::string> commit_change(StageRun& run, const CommitRequest& request,
                                  const git::Change& change, const git::Admitted& admitted);

// The commit this run already made of a subtask, read from the worktree.
Result<std::optional<git::CommitInfo>> find_commit(const StageRun& run, const std::string& subtask);

}  // namespace pawl::stages
