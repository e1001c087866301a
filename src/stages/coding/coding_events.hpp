// The kinds of events of stages that put coding agents to work: of each its row, what it says, and
// the codec of that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::stages {

std::span<const EventKind* const> coding_event_kinds();

inline constexpr EventKind kCodingTurn{
    "coding.turn",
    "stage step label client model attempt end reason prompt tokens_in tokens_out tool_calls "
    "cost_micros ms",
    Durability::durable, "a coding agent was asked once, and how that ended"};
struct CodingTurn {
  std::string stage;   // the node
  std::string step;    // what its commit is called; empty: it makes none
  std::string label;   // byte-stable: plan, implement, verify-fix-1 …
  std::string client;  // its spec
  std::string model;   // as its provider calls it; empty: not known
  int attempt = 1;
  std::string end;     // a name of agents::WorkEnd
  std::string reason;  // why it is not done
  std::string prompt;  // digest
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  int tool_calls = 0;
  std::optional<std::int64_t> cost_micros;  // nothing: nobody knows
  Milliseconds took{0};
};
Event to_event(const CodingTurn& event);
CodingTurn coding_turn_of(const JournalEvent& event);

inline constexpr EventKind kCodingRescued{
    "coding.rescued", "stage ref commit left folder reason", Durability::durable,
    "work of an agent that was not committed lies on a rescue ref"};
struct CodingRescued {
  std::string stage;
  std::string ref;  // empty: nothing of it could be kept there
  std::string commit;
  std::vector<std::string> left;  // paths that no commit holds
  std::string folder;             // where those still are; empty: there are none
  std::string reason;
};
Event to_event(const CodingRescued& event);
CodingRescued coding_rescued_of(const JournalEvent& event);

inline constexpr EventKind kCodingStage{
    "coding.stage", "stage inputs head turns tokens_in tokens_out cost_micros unpriced",
    Durability::durable, "a stage of agents is complete: what it was given, and what it used"};
struct CodingStage {
  std::string stage;
  std::string inputs;  // digest of what its agents were asked, and of the commit they began at
  std::string head;    // it left
  int turns = 0;
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t cost_micros = 0;  // of the turns whose price is known
  int unpriced = 0;              // turns whose price is not
};
Event to_event(const CodingStage& event);
CodingStage coding_stage_of(const JournalEvent& event);

inline constexpr EventKind kCodingCommands{
    "coding.commands", "stage attempt head outcome reason ms", Durability::durable,
    "the commands of a stage were run on a commit"};
struct CodingCommands {
  std::string stage;
  int attempt = 1;
  std::string head;
  std::string outcome;  // passed, failed, unknown
  std::string reason;
  Milliseconds took{0};
};
Event to_event(const CodingCommands& event);
CodingCommands coding_commands_of(const JournalEvent& event);

}  // namespace pawl::stages
