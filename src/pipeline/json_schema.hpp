// The JSON Schema of pipeline files, for editors: made from the rows of the stages.
#pragma once

#include <span>

#include "base/json.hpp"
#include "pipeline/definition.hpp"

namespace pawl::pipeline {

// Draft 7. What it refuses the reader refuses too; references (prompts, artifacts, pipelines) are
// for the reader alone.
Json pipeline_schema(std::span<const StageKind> kinds);

}  // namespace pawl::pipeline
