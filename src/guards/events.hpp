// The kinds of events that tell how changes were judged.
#pragma once

#include <span>

#include "base/event.hpp"

namespace pawl::guards {

inline constexpr EventKind kGuardVerdict{"guard.verdict",
                                         "subtask attempt guard ruling findings reason ms",
                                         Durability::buffered, "one guard judged one change"};
inline constexpr EventKind kGuardRefused{"guard.refused",
                                         "subtask attempt guard event path line message",
                                         Durability::buffered, "one finding that refused a change"};

// All of them.
std::span<const EventKind* const> event_kinds();

}  // namespace pawl::guards
