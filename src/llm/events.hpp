// The kinds of events that tell of models and budgets.
#pragma once

#include <span>

#include "base/event.hpp"

namespace pawl::llm {

inline constexpr EventKind kLlmPrompt{
    "llm.prompt", "role purpose model context limit tokens bytes_per_token blocks",
    Durability::buffered,
    "a question was fitted into its limit: of each block its tokens and what was left out"};
inline constexpr EventKind kLlmCall{
    "llm.call", "role model attempt ms tokens_in tokens_out finish outcome error record cost",
    Durability::durable, "one request to a chat model and its answer"};
inline constexpr EventKind kLlmRetry{"llm.retry", "role attempt wait_ms reason",
                                     Durability::buffered,
                                     "a request failed in a way that may pass; it is sent again"};
inline constexpr EventKind kLlmAdapted{
    "llm.adapted", "role model without reason", Durability::buffered,
    "an endpoint refused a part of a request; it is left out from now on"};
inline constexpr EventKind kLlmFallback{"llm.fallback", "role model next reason",
                                        Durability::durable,
                                        "a model could not be asked; the next one of its role is"};
inline constexpr EventKind kLlmCircuit{
    "llm.circuit", "model state failures reason", Durability::durable,
    "a model that keeps failing is left alone (open), tried again (half_open) or back (closed)"};
inline constexpr EventKind kBudgetExhausted{
    "budget.exhausted", "scope unit limit spent reserved wanted", Durability::durable,
    "a budget does not hold the next call to a model"};
inline constexpr EventKind kLlmJson{"llm.json", "role steps violations", Durability::buffered,
                                    "how the JSON of an answer was found and mended"};

// All of them.
std::span<const EventKind* const> event_kinds();

}  // namespace pawl::llm
