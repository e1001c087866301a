// What whoever starts a run hands to its pipeline.
#pragma once

#include <map>
#include <string>

#include "pipeline/definition.hpp"

namespace pawl::pipeline {

// The artifacts of the inputs, with their texts: what was handed over by name, else the fallback;
// what is optional and was not handed over has none. Values of files are their texts. invalid for a
// name that the pipeline does not know (with the nearest), and for one that is missing.
Result<std::map<std::string, std::string>> input_values(
    const Definition& definition, const std::map<std::string, std::string>& handed);

}  // namespace pawl::pipeline
