// Do the repository's own tests pass?
#include "analyzers/check_runs.hpp"
#include "analyzers/rows.hpp"

namespace pawl::analyzers {
namespace {

double share_passed(const repo::CheckRun& run) {
  if (!run.tests_passed || *run.tests_passed <= 0 || run.failing.empty()) return 0;
  const double passed = *run.tests_passed;
  return passed / (passed + static_cast<double>(run.failing.size()));
}

}  // namespace

void measure_test_results(const Input& input, Metric& metric) {
  grade_runs(input, input.checks.tests, "No part of the repository has tests to run.", share_passed,
             metric);
}

}  // namespace pawl::analyzers
