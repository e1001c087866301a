// Several runs of the same tests made one result: what fails each time, what only sometimes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "repo/checks/checks.hpp"

namespace pawl::repo {

// Ids of tests about which something is known before they are run.
struct KnownTests {
  std::set<std::string, std::less<>> failing;  // each time: not run again to make sure
  std::set<std::string, std::less<>> flaky;    // now and then: run again more often
};

class TestRuns {
 public:
  // `known` is borrowed.
  TestRuns(const KnownTests& known, CheckRun first);
  void add(CheckRun run) { runs_.push_back(std::move(run)); }
  // A test failed, is not known to fail, passed in no run, and did not fail often enough to count:
  // twice, or kFlakyRunsMax times when it is known to be flaky. False when one more run would be
  // the fourth, or one more than kFlakyRunsMax.
  bool in_doubt() const;
  // The last run, with the failing tests told from the flaky ones.
  CheckRun result() const;

 private:
  struct Count {
    FailingTest test;
    int failed = 0;
    int passed = 0;
  };
  std::vector<Count> counts() const;

  const KnownTests& known_;
  std::vector<CheckRun> runs_;
};

}  // namespace pawl::repo
