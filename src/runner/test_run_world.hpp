// For tests: a repository, the state of a Pawl, and runs on it whose agents are functions. Branches
// of parallel groups are processes of their own, and any process can be killed at an event.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "config/config.hpp"
#include "git/test_repo.hpp"
#include "os/ports.hpp"
#include "runner/run.hpp"
#include "runner/test_branches.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

class RunWorld {
 public:
  // Builds, tests and self-reviews are off.
  RunWorld();
  virtual ~RunWorld() = default;
  RunWorld(const RunWorld&) = delete;
  RunWorld& operator=(const RunWorld&) = delete;

  virtual std::unique_ptr<agents::Agent> agent(const std::string& spec) = 0;

  void pipeline(const std::string& yaml);
  RunPorts ports();
  RunEnd run(Start start = Start::fresh, const std::string& from = {});
  // In a process of its own; whether it was killed: by an agent, or at an event.
  bool killed(Start start = Start::fresh);
  std::string git(const std::string& script) { return lab.sh(repo, "git " + script); }

  int kill_at = 0;           // the number of an event of the run itself; 0: none
  std::string_view kill_on;  // a kind of them; empty: none

  git::Lab lab;
  std::string repo;
  std::unique_ptr<os::Clock> clock = os::real_clock();
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Http> http = os::real_http();
  std::unique_ptr<os::Random> random = os::real_random();
  os::Cancel cancel;
  store::Layout layout;
  config::Resolved resolved;
  RunOptions options;

 private:
  BranchForks forks_{lab.processes(), [this](const std::string& run) { return branch(run); }};
  os::Ports world_;

  int branch(const std::string& run);
};

}  // namespace pawl::runner
