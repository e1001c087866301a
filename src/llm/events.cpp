#include "llm/events.hpp"

#include <array>

namespace pawl::llm {
namespace {

constexpr auto kKinds =
    std::to_array<const EventKind*>({&kLlmPrompt, &kLlmCall, &kLlmRetry, &kLlmAdapted,
                                     &kLlmFallback, &kLlmCircuit, &kBudgetExhausted, &kLlmJson});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

}  // namespace pawl::llm
