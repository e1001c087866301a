// A pipeline as one text that needs no file beside it: prompts, inclusions and names resolved.
#pragma once

#include <string>

#include "base/json.hpp"
#include "pipeline/definition.hpp"

namespace pawl::pipeline {

// What `parse` reads back as the same definition, as long as the rows of its stages are the same.
Json expanded(const Definition& definition);
std::string expanded_yaml(const Definition& definition);

}  // namespace pawl::pipeline
