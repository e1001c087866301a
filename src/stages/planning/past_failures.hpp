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
  PastFailures(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
               const index::CodeIndex* index, const RunMemory& memory)
      : scope_(scope), settings_(settings), checkout_(checkout), index_(index), memory_(memory) {}
  PastFailures(const PastFailures&) = delete;
  PastFailures& operator=(const PastFailures&) = delete;

  // Borrows from this.
  planner::FailureHistory history();
  // Whether the failing tests could be asked.
  Status asked() const { return asked_; }

 private:
  bool is_named(const std::string& path);

  const Scope& scope_;
  const RunSettings& settings_;
  const Checkout& checkout_;
  const index::CodeIndex* index_;
  const RunMemory& memory_;
  std::optional<FailingTests> failing_;
  Status asked_ = Done{};
};

}  // namespace pawl::stages
