// What whoever chains runs decides after each of them: byte-stable words, read by other processes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::stages {

enum class ExitState : std::uint8_t { next_plan, chain_done, bail };
std::string_view to_string(ExitState state);  // `next-plan` `chain-done` `bail`

// Artifacts.
inline constexpr std::string_view kHandoff = "handoff.json";
inline constexpr std::string_view kChildPlan = "child-plan.md";
inline constexpr std::string_view kRollingPlan = "rolling-plan.md";

struct Handoff {
  ExitState exit_state = ExitState::bail;
  std::string child_plan;  // of next-plan: its text
  std::string reason;
  std::vector<std::string> operator_followups;  // what is left to a person
};
// The signal as an agent wrote it; `child_plan` is the text of the plan it left. Errc::invalid says
// what is wrong with it.
Result<Handoff> handoff_from(std::string_view signal, std::string_view child_plan);
Json to_json(const Handoff& handoff);
// A plan without what is done: ticked boxes, struck out lines.
std::string open_tasks(std::string_view plan);

}  // namespace pawl::stages
