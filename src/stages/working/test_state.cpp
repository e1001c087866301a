#include "stages/working/test_state.hpp"

#include <algorithm>

#include "evidence/flaky_memory.hpp"
#include "stages/results.hpp"

namespace pawl::stages {

namespace {

// With the flaky tests known by now: one that failed too few times is nothing to mend.
std::optional<repo::CheckResults> current_results(const Scope& scope, const Checkout& checkout) {
  const Result<std::string> tree = head_tree(checkout);
  if (!tree) return std::nullopt;
  auto kept = check_cache(scope).find(*tree);
  if (!kept || !kept->results.ran) return std::nullopt;
  evidence::FlakyMemory::load(scope.ports.files, flaky_file(scope, checkout),
                              scope.ports.clock.now())
      .settle(kept->results.tests);
  return std::move(kept->results);
}

}  // namespace

std::optional<std::vector<planner::TestFailure>> current_failures(const Scope& scope,
                                                                  const Checkout& checkout) {
  const auto results = current_results(scope, checkout);
  if (!results) return std::nullopt;
  return planner::failures_of(*results);
}

bool tests_ran(const Scope& scope, const Checkout& checkout) {
  const auto results = current_results(scope, checkout);
  return results && std::any_of(results->tests.begin(), results->tests.end(), repo::is_judged);
}

std::vector<planner::TestFailure> failures_to_mend(const Scope& scope, const Checkout& checkout,
                                                   const planner::Subtask& subtask) {
  if (subtask.tests.empty()) return {};
  auto failures = current_failures(scope, checkout);
  if (!failures) return {};
  std::erase_if(*failures, [&](const planner::TestFailure& failure) {
    return std::find(subtask.tests.begin(), subtask.tests.end(), failure.id) == subtask.tests.end();
  });
  return *std::move(failures);
}

std::string nothing_to_mend(const Scope& scope, const Checkout& checkout,
                            const planner::Subtask& subtask) {
  if (subtask.tests.empty()) return {};
  const auto results = current_results(scope, checkout);
  if (!results) return {};
  // Tests that could not be run may fail all the same.
  const bool all_known =
      std::all_of(results->tests.begin(), results->tests.end(), [](const repo::CheckRun& check) {
        return check.outcome != repo::CheckOutcome::unknown || check.no_tests;
      });
  if (!all_known || !failures_to_mend(scope, checkout, subtask).empty()) return {};
  return "the tests it was to mend do not fail any more";
}

}  // namespace pawl::stages
