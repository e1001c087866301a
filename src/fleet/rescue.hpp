// Why a run ended, and what may be done about it: an agent reads and proposes, a policy decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "fleet/stop.hpp"
#include "run/run_state.hpp"

namespace pawl::fleet {

// Byte-stable: agents answer them, journals keep them.
enum class Verdict : std::uint8_t { fixed, transient, structural, unsalvageable };
std::string_view to_string(Verdict verdict);

struct Diagnosis {
  std::optional<Verdict> verdict;
  std::string summary;  // one line
  // Why there is no verdict. Byte-stable: `excluded_class:CLASS` `attempts_exhausted`
  // `diagnosis_timeout` `diagnosis_claude_error` `diagnosis_no_marker` `diagnosis_bad_marker`.
  std::string reason;
};

inline constexpr int kRescuesMax = 3;

// What the policy says before anybody is asked: empty, or a reason of Diagnosis. Nobody but a
// person goes on after a bail for security, secrets or a reviewer who asked for changes.
std::string excluded(const run::RunState& state, int rescues_before);
// What it says of a diagnosis: whether the run is gone on with.
bool goes_on(const Diagnosis& diagnosis);
// What an agent answered.
Diagnosis read_diagnosis(const agents::Work& work);

// Looks why a run ended, within limits, in a folder of copies; nobody can go on with it meanwhile.
// What it came to stands in its journal. conflict when a process works on the run, or it
// succeeded. Nothing is resumed here.
Result<Diagnosis> diagnose(const FleetPorts& ports, agents::Agent& agent, const RunId& run);

}  // namespace pawl::fleet
