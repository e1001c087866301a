// For tests: branches of parallel groups run in forks of the test, whose agents are functions.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "os/processes/process.hpp"

namespace pawl::runner {

class BranchForks final : public os::Processes {
 public:
  // `branch` runs in the fork and answers its exit code. Both are borrowed.
  BranchForks(os::Processes& real, std::function<int(const std::string& run)> branch)
      : real_(real), branch_(std::move(branch)) {}

  // As long as it is there branches can be run. They are forks of a process that is forked here:
  // made before anything else is under way, which a fork in the middle of it would copy half-way,
  // the locks of other threads with it.
  class Served {
   public:
    explicit Served(BranchForks& forks);
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;
    ~Served();

   private:
    pid_t server_ = -1;
  };

  Result<os::Finished> run(const os::Command& command) override;

 private:
  [[noreturn]] void serve(int listening);
  [[noreturn]] void answer(int socket);

  os::Processes& real_;
  std::function<int(const std::string& run)> branch_;
  std::string address_;  // of the server
};

}  // namespace pawl::runner
