// Results of builds and tests as JSON: artifacts of a run, cases of tests.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::repo {

Json to_json(const CheckRun& run);
// Errc::invalid when the outcome is none. What is absent has its default.
Result<CheckRun> check_run_from_json(const Json& json);

Json to_json(const CheckResults& results);
Result<CheckResults> check_results_from_json(const Json& json);

}  // namespace pawl::repo
