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
  // All are borrowed; `index` is that of HEAD, null when there is none.
  PastFailures(const StageRun& run, const index::CodeIndex* index, const RunMemory& memory)
      : run_(run), index_(index), memory_(memory) {}
  PastFailures(const PastFailures&) = delete;
  PastFailures& operator=(const PastFailures&) = delete;

  // Borrows from this.
  planner::FailureHistory history();
  // Whether the failing tests could be asked.
  Status asked() const { return asked_; }

 private:
  bool is_named(const std::string& path);

  const StageRun& run_;
  const index::CodeIndex* index_;
  const RunMemory& memory_;
  std::optional<FailingTests> failing_;
  Status asked_ = Done{};
};

}  // namespace pawl::stages
