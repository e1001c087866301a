#include "llm/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::llm {
namespace {

constexpr auto kKinds =
    std::to_array<const EventKind*>({&kLlmPrompt, &kLlmCall, &kLlmRetry, &kLlmAdapted,
                                     &kLlmFallback, &kLlmCircuit, &kBudgetExhausted, &kLlmJson});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, PromptBlock& event) {
  visit("name", event.name);
  visit("tokens", event.tokens);
  visit("cut", event.cut);
}

template <class Visit>
void event_fields(Visit& visit, LlmPrompt& event) {
  visit("role", event.role);
  visit("purpose", event.purpose);
  visit("model", event.model);
  visit("context", event.context);
  visit("limit", event.limit);
  visit("tokens", event.tokens);
  visit("bytes_per_token", event.bytes_per_token);
  visit("blocks", event.blocks);
}

template <class Visit>
void event_fields(Visit& visit, LlmCall& event) {
  visit("role", event.role);
  visit("model", event.model);
  visit("attempt", event.attempt);
  visit("ms", event.took);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("finish", event.finish);
  visit("outcome", event.outcome);
  visit.or_null("error", event.error);
  visit("record", event.record);
  visit.or_null("cost", event.cost);
}

template <class Visit>
void event_fields(Visit& visit, LlmRetry& event) {
  visit("role", event.role);
  visit("attempt", event.attempt);
  visit("wait_ms", event.wait);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, LlmAdapted& event) {
  visit("role", event.role);
  visit("model", event.model);
  visit("without", event.without);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, LlmFallback& event) {
  visit("role", event.role);
  visit("model", event.model);
  visit("next", event.next);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, LlmCircuit& event) {
  visit("model", event.model);
  visit("state", event.state);
  visit("failures", event.failures);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, BudgetExhausted& event) {
  visit("scope", event.scope);
  visit("unit", event.unit);
  visit("limit", event.limit);
  visit("spent", event.spent);
  visit("reserved", event.reserved);
  visit("wanted", event.wanted);
}

template <class Visit>
void event_fields(Visit& visit, LlmJson& event) {
  visit("role", event.role);
  visit("steps", event.steps);
  visit("violations", event.violations);
}

// ---- the codecs

Event to_event(const LlmPrompt& event) { return encoded(kLlmPrompt, event); }
LlmPrompt llm_prompt_of(const JournalEvent& event) { return decoded<LlmPrompt>(event); }

Event to_event(const LlmCall& event) { return encoded(kLlmCall, event); }
LlmCall llm_call_of(const JournalEvent& event) { return decoded<LlmCall>(event); }

Event to_event(const LlmRetry& event) { return encoded(kLlmRetry, event); }
LlmRetry llm_retry_of(const JournalEvent& event) { return decoded<LlmRetry>(event); }

Event to_event(const LlmAdapted& event) { return encoded(kLlmAdapted, event); }
LlmAdapted llm_adapted_of(const JournalEvent& event) { return decoded<LlmAdapted>(event); }

Event to_event(const LlmFallback& event) { return encoded(kLlmFallback, event); }
LlmFallback llm_fallback_of(const JournalEvent& event) { return decoded<LlmFallback>(event); }

Event to_event(const LlmCircuit& event) { return encoded(kLlmCircuit, event); }
LlmCircuit llm_circuit_of(const JournalEvent& event) { return decoded<LlmCircuit>(event); }

Event to_event(const BudgetExhausted& event) { return encoded(kBudgetExhausted, event); }
BudgetExhausted budget_exhausted_of(const JournalEvent& event) {
  return decoded<BudgetExhausted>(event);
}

Event to_event(const LlmJson& event) { return encoded(kLlmJson, event); }
LlmJson llm_json_of(const JournalEvent& event) { return decoded<LlmJson>(event); }

}  // namespace pawl::llm
