// The commit of a subtask, as an effect: made once, found again after a crash.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/change.hpp"
#include "planner/plan.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// Subject from the model (one line, at most 100 characters, public_words.hpp) or from the subtask,
// then trailers Pawl-Run, Pawl-Subtask and Pawl-Model. Nothing else of what a model says is in it.
// `model` is who made it; empty: the run's worker.
std::string commit_message(const Scope& scope, const Models& models,
                           const planner::Subtask& subtask, const std::string& proposed,
                           std::string_view model = {});

struct CommitRequest {
  std::string subtask;
  std::string message;
  // Kept with the intent: a resumed run needs them, too.
  std::vector<std::string> tests_fixed;
  std::vector<run::ProvenTest> tests_added;
  int attempt = 1;
  std::string model = {};  // who made it; empty: the run's worker
};

// Applies and commits; answers the commit. On any error the worktree is as it was before.
Result<std::string> commit_change(const Workshop& shop, const CommitRequest& request,
                                  const git::Change& change, const git::Admitted& admitted);

// A commit of a subtask, as the journal records it.
struct CommitRecord {
  std::string subtask;
  std::string commit;
  std::string message;             // its first line is recorded
  std::vector<std::string> paths;  // that it changes
  std::vector<std::string> tests_fixed;
  std::vector<run::ProvenTest> tests_added;
  int attempt = 1;
  std::string model;
};
Status record_commit(const Scope& scope, const CommitRecord& commit);

// Makes the journal record each commit between the base and HEAD: one that is not in it yet (its
// process was killed, or failed, between the commit and the event) is recorded from its intent.
// Errc::conflict where a commit is not of this run, or a subtask has two: nothing of that may be
// published.
Status settle_commits(const Scope& scope, const Checkout& checkout, const Models& models);

}  // namespace pawl::stages
