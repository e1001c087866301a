// One turn of a coding agent: it works in a workplace of its own, what it left is judged as any
// change, and committed; what is refused goes back to it. The agent commits nothing that counts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "stages/coding/bench.hpp"

namespace pawl::stages {

struct AgentAsk {
  std::string label;  // byte-stable: implement, verify-fix-1 …
  std::string step;   // of its commit (Bench::step)
  std::string title;  // likewise
  std::string prompt;
  // Files below kOutFolder that it is to leave. They are taken from there, and never committed.
  std::vector<std::string> outputs = {};
  std::vector<std::string> hosts = {};  // let through beside its model
};

struct Turn {
  std::string commit;                          // empty: it changed nothing
  std::string text;                            // what the agent said last
  std::map<std::string, std::string> outputs;  // what it left of them
  // The stage ends with this: it bailed, was stopped, or nothing it made was admitted. What it left
  // is on a rescue ref, which the reason names.
  std::optional<Outcome> stopped;
};

// Errc::cancelled once the run is to stop: then its work is on a rescue ref, too.
Result<Turn> take_turn(Bench& bench, const AgentAsk& ask);

// An agent that reads and says something: its text is the answer. What it writes is no work, but is
// not lost.
Result<Turn> ask_agent(Bench& bench, const AgentAsk& ask);

}  // namespace pawl::stages
