// The failure history (G9) of a run: what its memory says about the files of a plan.
#pragma once

#include <optional>

#include "planner/rules/failure_history.hpp"
#include "stages/planning/failing_tests.hpp"
#include "stages/run_memory.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

class PastFailures {
 public:
  // Both are borrowed.
  PastFailures(StageRun& run, const RunMemory& memory) : run_(run), memory_(memory) {}
  PastFailures(const PastFailures&) = delete;
  PastFailures& operator=(const PastFailures&) = delete;

  // Borrows from this.
  planner::FailureHistory history();
  // Whether the failing tests could be asked.
  Status asked() const { return asked_; }

 private:
  bool is_named(const std::string& path);

  StageRun& run_;
  const RunMemory& memory_;
  std::optional<FailingTests> failing_;
  Status asked_ = Done{};
};

}  // namespace pawl::stages
