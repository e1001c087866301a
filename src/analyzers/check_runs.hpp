// From runs of build and test commands to a metric: what could not be checked counts on neither
// side and is reported; whatever failed makes the metric fail.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzers/metric.hpp"
#include "analyzers/registry.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::analyzers {

// `none`: the details when no stack has such a check. `share` says how much of a failed run was
// good, from 0 to 1: it ranks failures, no more. What passes beside the language that the
// repository is mostly made of, when that was not judged, leaves the metric unknown.
void grade_runs(const Input& input, const std::vector<repo::CheckRun>& runs, std::string_view none,
                double (*share)(const repo::CheckRun& run), Metric& metric);

// `Go`, `npm in web`.
std::string label_of(const repo::CheckRun& run);

}  // namespace pawl::analyzers
