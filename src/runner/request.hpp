// The request of a run as an artifact, so that a resume does what was asked for, not what it
// happens to be called with.
#pragma once

#include "base/json.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

inline constexpr std::string_view kRequest = "request.json";
// Beside it: the pipeline the run was begun with, expanded.
inline constexpr std::string_view kPipeline = "pipeline.yaml";

Json to_json(const stages::Request& request);
Result<stages::Request> request_from_json(const Json& json);

}  // namespace pawl::runner
