// Several runs of the same tests made one result: what fails each time, what only sometimes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "repo/checks.hpp"

namespace pawl::repo {

class TestRuns {
 public:
  // `known_failing` is borrowed.
  TestRuns(const std::set<std::string, std::less<>>& known_failing, CheckRun first);
  void add(CheckRun run) { runs_.push_back(std::move(run)); }
  // A test failed, is not known to fail, and no other run says whether it does so each time.
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

  const std::set<std::string, std::less<>>& known_failing_;
  std::vector<CheckRun> runs_;
};

}  // namespace pawl::repo
