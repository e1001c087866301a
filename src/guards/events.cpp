#include "guards/events.hpp"

#include <array>

namespace pawl::guards {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>({&kGuardVerdict, &kGuardRefused});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

}  // namespace pawl::guards
