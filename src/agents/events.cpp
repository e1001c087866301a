#include "agents/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::agents {
namespace {

constexpr auto kKinds =
    std::to_array<const EventKind*>({&kAgentBegin, &kAgentText, &kAgentTool, &kAgentCall,
                                     &kAgentRefused, &kAgentError, &kAgentQuiet, &kAgentEnd});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, AgentBegin& event) {
  visit("label", event.label);
  visit("agent", event.agent);
  visit("sandbox", event.sandbox);
  visit("may_write", event.may_write);
  visit("hosts", event.hosts);
  visit("tokens_max", event.tokens_max);
  visit("cost_max", event.cost_max);
  visit("steps_max", event.steps_max);
  visit("wall_ms", event.wall);
  visit("idle_ms", event.idle);
}

template <class Visit>
void event_fields(Visit& visit, AgentText& event) {
  visit("label", event.label);
  visit("text", event.text);
}

template <class Visit>
void event_fields(Visit& visit, AgentTool& event) {
  visit("label", event.label);
  visit("tool", event.tool);
  visit("what", event.what);
  visit("outcome", event.outcome);
}

template <class Visit>
void event_fields(Visit& visit, AgentCall& event) {
  visit("label", event.label);
  visit("api", event.api);
  visit("model", event.model);
  visit("status", event.status);
  visit("ms", event.took);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("cached_in", event.cached_in);
  visit.or_null("cost", event.cost);
  visit.or_null("error", event.error);
}

template <class Visit>
void event_fields(Visit& visit, AgentRefused& event) {
  visit("label", event.label);
  visit("what", event.what);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, AgentError& event) {
  visit("label", event.label);
  visit("message", event.message);
  visit("transient", event.transient);
}

template <class Visit>
void event_fields(Visit& visit, AgentQuiet& event) {
  visit("label", event.label);
  visit("ms", event.quiet);
  visit("ends_in_ms", event.ends_in);
}

template <class Visit>
void event_fields(Visit& visit, AgentEnd& event) {
  visit("label", event.label);
  visit("agent", event.agent);
  visit("model", event.model);
  visit("end", event.end);
  visit("reason", event.reason);
  visit("transient", event.transient);
  visit.or_null("bail_class", event.bail_class);
  visit.or_null("bail_detail", event.bail_detail);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("cached_in", event.cached_in);
  visit.or_null("cost", event.cost);
  visit("tool_calls", event.tool_calls);
  visit("turns", event.turns);
  visit("ms", event.took);
}

// ---- the codecs

Event to_event(const AgentBegin& event) { return encoded(kAgentBegin, event); }
AgentBegin agent_begin_of(const JournalEvent& event) { return decoded<AgentBegin>(event); }

Event to_event(const AgentText& event) { return encoded(kAgentText, event); }
AgentText agent_text_of(const JournalEvent& event) { return decoded<AgentText>(event); }

Event to_event(const AgentTool& event) { return encoded(kAgentTool, event); }
AgentTool agent_tool_of(const JournalEvent& event) { return decoded<AgentTool>(event); }

Event to_event(const AgentCall& event) { return encoded(kAgentCall, event); }
AgentCall agent_call_of(const JournalEvent& event) { return decoded<AgentCall>(event); }

Event to_event(const AgentRefused& event) { return encoded(kAgentRefused, event); }
AgentRefused agent_refused_of(const JournalEvent& event) { return decoded<AgentRefused>(event); }

Event to_event(const AgentError& event) { return encoded(kAgentError, event); }
AgentError agent_error_of(const JournalEvent& event) { return decoded<AgentError>(event); }

Event to_event(const AgentQuiet& event) { return encoded(kAgentQuiet, event); }
AgentQuiet agent_quiet_of(const JournalEvent& event) { return decoded<AgentQuiet>(event); }

Event to_event(const AgentEnd& event) { return encoded(kAgentEnd, event); }
AgentEnd agent_end_of(const JournalEvent& event) { return decoded<AgentEnd>(event); }

}  // namespace pawl::agents
