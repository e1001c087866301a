// What `pawl guard` prints of an evaluation.
#pragma once

#include <string>

#include "base/json.hpp"
#include "cli/kit/command.hpp"
#include "guards/stack.hpp"

namespace pawl::cli {

// Findings by path, then one line that sums up. What was there before is counted, not listed.
std::string guard_text(const Context& context, const guards::Evaluation& evaluation);
// {refused, findings[], guards[{id, ruling, reason, us}]}
Json guard_json(const guards::Evaluation& evaluation);

}  // namespace pawl::cli
