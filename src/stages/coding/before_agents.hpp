// What can be known before an agent is asked anything.
#pragma once

#include <optional>

#include "pipeline/definition.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Of a pipeline in which agents work: that commits can be signed, that the settings of the guards
// hold; of one that offers a pull request also that it may be offered here, and that the repository
// does not refuse what programs write. The outcome ends the run; nothing: go on. Other pipelines
// have a stage for that.
Result<std::optional<Outcome>> look_before_agents(Parts& parts,
                                                  const pipeline::Definition& pipeline);

}  // namespace pawl::stages
