#include "stages/test_state.hpp"

#include <algorithm>

#include "stages/run_evidence.hpp"

namespace pawl::stages {

std::optional<std::vector<planner::TestFailure>> current_failures(StageRun& run) {
  const Result<std::string> tree = head_tree(run);
  if (!tree) return std::nullopt;
  const auto kept = check_cache(run).find(*tree);
  if (!kept || !kept->results.ran) return std::nullopt;
  return planner::failures_of(kept->results);
}

std::vector<planner::TestFailure> failures_to_mend(StageRun& run, const planner::Subtask& subtask) {
  if (subtask.tests.empty()) return {};
  auto failures = current_failures(run);
  if (!failures) return {};
  std::erase_if(*failures, [&](const planner::TestFailure& failure) {
    return std::find(subtask.tests.begin(), subtask.tests.end(), failure.id) == subtask.tests.end();
  });
  return *std::move(failures);
}

std::string nothing_to_mend(StageRun& run, const planner::Subtask& subtask) {
  if (subtask.tests.empty() || !current_failures(run)) return {};
  return failures_to_mend(run, subtask).empty() ? "the tests it was to mend do not fail any more"
                                                : "";
}

}  // namespace pawl::stages
