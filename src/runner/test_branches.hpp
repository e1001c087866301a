// For tests: branches of parallel groups run in forks of the test, whose agents are functions.
#pragma once

#include <functional>
#include <string>

#include "os/processes/process.hpp"

namespace pawl::runner {

class BranchForks final : public os::Processes {
 public:
  // `branch` runs in the fork and answers its exit code. Both are borrowed.
  BranchForks(os::Processes& real, std::function<int(const std::string& run)> branch)
      : real_(real), branch_(std::move(branch)) {}

  Result<os::Finished> run(const os::Command& command) override;

 private:
  os::Processes& real_;
  std::function<int(const std::string& run)> branch_;
};

}  // namespace pawl::runner
