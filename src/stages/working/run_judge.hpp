// Who judges the changes of one attempt: the guard stack, with what the run knows of the
// repository, of what it has solved, and of builds and tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evidence/own_parser.hpp"
#include "guards/stack.hpp"
#include "os/files/root.hpp"
#include "stages/working/attempt.hpp"
#include "stages/working/run_evidence.hpp"
#include "stages/working/run_index.hpp"

namespace pawl::stages {

// What the configuration and the base branch say of the guards. The run has a worktree.
// Errc::invalid names the setting, or the entry of the base's file.
Result<guards::Policy> run_policy(StageRun& run);

class RunJudge {
 public:
  // For changes on the commit the worktree stands on. All are borrowed.
  static Result<std::unique_ptr<RunJudge>> open(StageRun& run, const os::Root& worktree,
                                                const AttemptInput& input);

  const guards::Context& context() const { return context_; }
  const guards::Attempt& attempt() const { return attempt_; }
  RunIndex& around() { return around_; }

  Result<guards::Judged> judge(const git::Change& change);
  // Tests that failed before the change judged last, and pass with it.
  std::vector<std::string> tests_fixed() const;
  // New tests of the change judged last, as far as they were tried on wrong versions of the code.
  std::vector<run::ProvenTest> tests_added(const git::Change& change) const;
  // The change judged last was committed as HEAD.
  Status committed();

 private:
  RunJudge(StageRun& run, const AttemptInput& input);
  const guards::Evidence* gather(const git::Change& change, const guards::Policy& policy);
  std::optional<bool> parses(syntax::Language language, const RepoPath& path,
                             const std::string& text);

  StageRun& run_;
  RunIndex around_;
  std::unique_ptr<index::CodeIndex> index_;  // with the change on top, once there is one
  guards::Context context_;
  guards::Attempt attempt_;
  std::unique_ptr<RunEvidence> evidence_;  // once it was asked for
  Status gathered_ = Done{};
  evidence::OwnParser own_parser_;  // likewise
};

}  // namespace pawl::stages
