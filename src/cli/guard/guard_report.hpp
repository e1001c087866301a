// What `pawl guard` prints of an evaluation.
#pragma once

#include <string>

#include "base/json.hpp"
#include "cli/kit/command.hpp"
#include "guards/stack.hpp"

namespace pawl::cli {

// Findings by path, then one line that sums up. What was there before is counted, not listed. With
// `change` the line each finding is about stands below it.
std::string guard_text(const Context& context, const guards::Evaluation& evaluation,
                       const git::Change* change = nullptr);
// The same as commands of a GitHub workflow, which shows them beside the lines they are about:
// ::error of what is refused, ::warning of what is not, ::notice of what could not be checked.
std::string guard_annotations(const guards::Evaluation& evaluation);
// {refused, findings[], guards[{id, ruling, reason, us}]}
Json guard_json(const guards::Evaluation& evaluation);

}  // namespace pawl::cli
