// What a run knows of builds and tests: the base measured before the first change, each head once,
// and the results of what was committed as the next baseline.
#pragma once

#include <memory>
#include <string>

#include "evidence/gather.hpp"
#include "repo/views/view.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// The tree of HEAD.
Result<std::string> head_tree(StageRun& run);
evidence::CheckCache check_cache(StageRun& run);
std::string flaky_file(const StageRun& run);

class RunEvidence {
 public:
  // For changes on the worktree as it is now.
  static Result<std::unique_ptr<RunEvidence>> open(StageRun& run);

  Status take_baseline() { return with_told(gatherer_->take_baseline()); }
  // As evidence::Gatherer::gather.
  const guards::Evidence* gather(const git::Change& change, const guards::Policy& policy,
                                 const index::CodeIndex* index) {
    return gatherer_->gather(change, policy, index);
  }
  // The change gathered for last was committed as HEAD.
  Status committed();
  // What could not be written to the journal meanwhile.
  Status told() const { return told_; }

 private:
  explicit RunEvidence(StageRun& run) : run_(run) {}
  Status with_told(Status status) const { return status.ok() ? told_ : std::move(status); }

  StageRun& run_;
  Status told_ = Done{};
  std::unique_ptr<repo::RepoView> base_;
  std::unique_ptr<evidence::Gatherer> gatherer_;
};

}  // namespace pawl::stages
