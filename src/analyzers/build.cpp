// Does every stack of the repository build?
#include "analyzers/check_runs.hpp"
#include "analyzers/rows.hpp"

namespace pawl::analyzers {

void measure_build(const Input& input, Metric& metric) {
  const auto nothing = [](const repo::CheckRun&) { return 0.0; };
  grade_runs(input, input.checks.builds, "No part of the repository has a build to check.", nothing,
             metric);
}

}  // namespace pawl::analyzers
