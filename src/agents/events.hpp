// The kinds of events about coding agents: of each its row, its data, and the codec of that. What
// an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::agents {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kAgentBegin{
    "agent.begin",
    "label agent sandbox may_write hosts tokens_max cost_max steps_max wall_ms idle_ms",
    Durability::durable, "an agent was put to work, with these limits; 0 is none"};
struct AgentBegin {
  std::string label;
  std::string agent;    // its spec
  std::string sandbox;  // a name of os::SandboxLevel
  bool may_write = true;
  std::vector<std::string> hosts;
  std::int64_t tokens_max = 0;
  double cost_max = 0;  // in US dollars
  int steps_max = 0;
  Milliseconds wall{0};
  Milliseconds idle{0};
};
Event to_event(const AgentBegin& event);
AgentBegin agent_begin_of(const JournalEvent& event);

inline constexpr EventKind kAgentText{"agent.text", "label text", Durability::buffered,
                                      "what an agent said, shortened"};
struct AgentText {
  std::string label;
  std::string text;
};
Event to_event(const AgentText& event);
AgentText agent_text_of(const JournalEvent& event);

inline constexpr EventKind kAgentTool{"agent.tool", "label tool what outcome", Durability::buffered,
                                      "an agent used a tool of its own"};
struct AgentTool {
  std::string label;
  std::string tool;
  std::string what;     // the command, the path: shortened
  std::string outcome;  // called, failed
};
Event to_event(const AgentTool& event);
AgentTool agent_tool_of(const JournalEvent& event);

inline constexpr EventKind kAgentCall{
    "agent.call", "label api model status ms tokens_in tokens_out cached_in cost error",
    Durability::durable, "a request of an agent to a model, and its answer, through Pawl's proxy"};
struct AgentCall {
  std::string label;
  std::string api;    // chat, responses, anthropic, gemini
  std::string model;  // as the agent asked for it
  int status = 0;     // of HTTP; 0: nobody answered
  Milliseconds took{0};
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t cached_in = 0;
  std::optional<double> cost;  // in US dollars; none when nobody knows the price
  std::optional<std::string> error;
};
Event to_event(const AgentCall& event);
AgentCall agent_call_of(const JournalEvent& event);

inline constexpr EventKind kAgentRefused{
    "agent.refused", "label what reason", Durability::durable,
    "something that an agent asked the network for and did not get"};
struct AgentRefused {
  std::string label;
  std::string what;  // a host, a path of a model's server
  std::string reason;
};
Event to_event(const AgentRefused& event);
AgentRefused agent_refused_of(const JournalEvent& event);

inline constexpr EventKind kAgentError{"agent.error", "label message transient",
                                       Durability::buffered, "an agent reported an error"};
struct AgentError {
  std::string label;
  std::string message;
  bool transient = false;
};
Event to_event(const AgentError& event);
AgentError agent_error_of(const JournalEvent& event);

inline constexpr EventKind kAgentQuiet{
    "agent.quiet", "label ms ends_in_ms", Durability::buffered,
    "an agent neither reports nor works; it is ended when that goes on"};
struct AgentQuiet {
  std::string label;
  Milliseconds quiet{0};
  Milliseconds ends_in{0};
};
Event to_event(const AgentQuiet& event);
AgentQuiet agent_quiet_of(const JournalEvent& event);

inline constexpr EventKind kAgentEnd{
    "agent.end",
    "label agent model end reason transient bail_class bail_detail tokens_in tokens_out cached_in "
    "cost tool_calls turns ms",
    Durability::durable, "an agent has ended, and nothing of it is left running"};
struct AgentEnd {
  std::string label;
  std::string agent;
  std::string model;
  std::string end;  // a name of WorkEnd
  std::string reason;
  bool transient = false;
  std::optional<std::string> bail_class;
  std::optional<std::string> bail_detail;
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t cached_in = 0;
  std::optional<double> cost;
  int tool_calls = 0;
  int turns = 0;
  Milliseconds took{0};
};
Event to_event(const AgentEnd& event);
AgentEnd agent_end_of(const JournalEvent& event);

}  // namespace pawl::agents
