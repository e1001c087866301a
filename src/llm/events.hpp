// The kinds of events about models and budgets: of each its row, its data, and the codec of that.
// What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::llm {

std::span<const EventKind* const> event_kinds();

// A part of a question.
struct PromptBlock {
  std::string name;
  std::int64_t tokens = 0;
  std::size_t cut = 0;  // lines, or what else it counts, that were left out
};
inline constexpr EventKind kLlmPrompt{
    "llm.prompt", "role purpose model context limit tokens bytes_per_token blocks",
    Durability::buffered,
    "a question was fitted into its limit: of each block its tokens and what was left out"};
struct LlmPrompt {
  std::string role;
  std::string purpose;
  std::string model;
  std::int64_t context = 0;  // in tokens; 0: nobody knows
  std::int64_t limit = 0;    // of the question
  std::int64_t tokens = 0;   // of the question
  double bytes_per_token = 0;
  std::vector<PromptBlock> blocks;
};
Event to_event(const LlmPrompt& event);
LlmPrompt llm_prompt_of(const JournalEvent& event);

inline constexpr EventKind kLlmCall{
    "llm.call", "role model attempt ms tokens_in tokens_out finish outcome error record cost",
    Durability::durable, "one request to a chat model and its answer"};
struct LlmCall {
  std::string role;
  std::string model;
  int attempt = 0;
  Milliseconds took{0};
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::string finish;   // why the answer ended
  std::string outcome;  // answered, or a name of Errc
  std::optional<std::string> error;
  std::string record;          // its file in the run's folder of exchanges
  std::optional<double> cost;  // in US dollars; none when nobody knows the price
};
Event to_event(const LlmCall& event);
LlmCall llm_call_of(const JournalEvent& event);

inline constexpr EventKind kLlmRetry{"llm.retry", "role attempt wait_ms reason",
                                     Durability::buffered,
                                     "a request failed in a way that may pass; it is sent again"};
struct LlmRetry {
  std::string role;
  int attempt = 0;
  Milliseconds wait{0};
  std::string reason;
};
Event to_event(const LlmRetry& event);
LlmRetry llm_retry_of(const JournalEvent& event);

inline constexpr EventKind kLlmAdapted{
    "llm.adapted", "role model without reason", Durability::buffered,
    "an endpoint refused a part of a request; it is left out from now on"};
struct LlmAdapted {
  std::string role;
  std::string model;
  std::vector<std::string> without;
  std::string reason;
};
Event to_event(const LlmAdapted& event);
LlmAdapted llm_adapted_of(const JournalEvent& event);

inline constexpr EventKind kLlmFallback{"llm.fallback", "role model next reason",
                                        Durability::durable,
                                        "a model could not be asked; the next one of its role is"};
struct LlmFallback {
  std::string role;
  std::string model;
  std::string next;
  std::string reason;
};
Event to_event(const LlmFallback& event);
LlmFallback llm_fallback_of(const JournalEvent& event);

inline constexpr EventKind kLlmCircuit{
    "llm.circuit", "model state failures reason", Durability::durable,
    "a model that keeps failing is left alone (open), tried again (half_open) or back (closed)"};
struct LlmCircuit {
  std::string model;
  std::string state;  // open, half_open, closed
  std::int64_t failures = 0;
  std::string reason;
};
Event to_event(const LlmCircuit& event);
LlmCircuit llm_circuit_of(const JournalEvent& event);

inline constexpr EventKind kBudgetExhausted{
    "budget.exhausted", "scope unit limit spent reserved wanted", Durability::durable,
    "a budget does not hold the next call to a model"};
struct BudgetExhausted {
  std::string scope;
  std::string unit;
  // In that unit.
  double limit = 0;
  double spent = 0;
  double reserved = 0;
  double wanted = 0;
};
Event to_event(const BudgetExhausted& event);
BudgetExhausted budget_exhausted_of(const JournalEvent& event);

inline constexpr EventKind kLlmJson{"llm.json", "role steps violations", Durability::buffered,
                                    "how the JSON of an answer was found and mended"};
struct LlmJson {
  std::string role;
  std::vector<std::string> steps;
  std::vector<std::string> violations;
};
Event to_event(const LlmJson& event);
LlmJson llm_json_of(const JournalEvent& event);

}  // namespace pawl::llm
