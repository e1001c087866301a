// Evidence as JSON: artifacts of a run, cases of tests.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "guards/evidence.hpp"

namespace pawl::guards {

// {"urls": {"https://…": {"answer": "missing", "detail": "404"}}}; more members as guards need.
Result<Evidence> evidence_from_json(const Json& json);
Json to_json(const Evidence& evidence);

}  // namespace pawl::guards
