// What red checks have to say: their logs, cut to what matters, and why they are red.
#pragma once

#include <string>
#include <vector>

#include "forge/ci_judgement.hpp"
#include "forge/forge.hpp"
#include "planner/rules/failing_tests.hpp"
#include "repo/views/view.hpp"
#include "stages/ci/causes.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

struct RedCheck {
  forge::CiSignal signal;
  planner::TestFailure log;        // id: the check; message: its error windows, data
  std::vector<std::string> files;  // of the repository, that the log names
  bool ran_again = false;
  CiReason reason;
};

// What is looked at to find why checks are red.
struct RedPlace {
  const Scope& scope;
  const Checkout& checkout;
  forge::Forge& forge;
  const repo::RepoView& tree;               // of the head
  std::string base_commit;                  // that is taken for green
  const std::vector<std::string>& changed;  // files of the change
  std::int64_t number = 0;                  // of the pull request
};

// Reads the logs and records the causes (`ci.cause`). A log that cannot be had is an empty one.
// Errors: those of the journal; cancelled.
Result<std::vector<RedCheck>> look_into(const RedPlace& place, const forge::CiJudgement& judged,
                                        const std::string& head);

// Begins the failed jobs of these checks again, each run of a workflow once in the life of this
// run. Whether one was begun.
Result<bool> run_again(const Scope& scope, forge::Forge& forge, const std::vector<RedCheck>& red);
// Checks that failed, were begun again and are not red any more: they are remembered as flaky.
Status remember_flaky(const Scope& scope, const Checkout& checkout,
                      const std::vector<RedCheck>& earlier, const forge::CiState& now);

}  // namespace pawl::stages
