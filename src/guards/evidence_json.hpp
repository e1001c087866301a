// Evidence as JSON: artifacts of a run, cases of tests.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "guards/evidence.hpp"

namespace pawl::guards {

// {"urls": {"https://…": {"answer": "missing", "detail": "404"}},
//  "builds": [{"base": RUN, "head": RUN}],
//  "tests": likewise (RUN as repo/checks/checks_json.hpp has it, absent where the stack is),
//  "checks_trouble": "why there are none",
//  "scans": [{"tool": "semgrep", "present": true, "trouble": "", "base": [FINDING], "head": …}]}
Result<Evidence> evidence_from_json(const Json& json);
Json to_json(const Evidence& evidence);

}  // namespace pawl::guards
