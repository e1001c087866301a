// A pipeline: the stages of a run, in order. Read from YAML (data/pipelines).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::pipeline {

struct StageNode {
  std::string name;  // unique in its pipeline; what the journal calls it
  std::string type;  // the stage row that does the work
  Json options = Json::object();
};

struct Definition {
  std::string name;
  std::string summary;
  std::vector<StageNode> stages;
};

// Every unknown key, unknown stage type and repeated name is an error that names it and the
// nearest that exists. `types` are the stage types there are.
Result<Definition> parse(std::string_view yaml, std::span<const std::string> types);

}  // namespace pawl::pipeline
