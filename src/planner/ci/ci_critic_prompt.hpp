// What the critic of a CI repair is asked.
#pragma once

#include <span>
#include <string>

#include "base/json.hpp"
#include "planner/prompts/prompts.hpp"

namespace pawl::planner {

// Logs and change are data, framed, without secrets. Errc::invalid when not even parts of them fit.
Result<Prompt> ci_critic_prompt(std::span<const TestFailure> logs, std::string_view change,
                                const Redactor* redactor, const llm::Room& window);
// The embedded schema of the answer: `approved`, `feedback`.
Json ci_critic_schema();

}  // namespace pawl::planner
