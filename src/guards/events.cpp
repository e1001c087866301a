#include "guards/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::guards {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>({&kGuardVerdict, &kGuardRefused});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, GuardVerdict& event) {
  visit("subtask", event.subtask);
  visit("attempt", event.attempt);
  visit("guard", event.guard);
  visit("ruling", event.ruling);
  visit("findings", event.findings);
  visit("reason", event.reason);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, GuardRefused& event) {
  visit("subtask", event.subtask);
  visit("attempt", event.attempt);
  visit("guard", event.guard);
  visit("event", event.event);
  visit("path", event.path);
  visit("line", event.line);
  visit("message", event.message);
}

// ---- the codecs

Event to_event(const GuardVerdict& event) { return encoded(kGuardVerdict, event); }
GuardVerdict guard_verdict_of(const JournalEvent& event) { return decoded<GuardVerdict>(event); }

Event to_event(const GuardRefused& event) { return encoded(kGuardRefused, event); }
GuardRefused guard_refused_of(const JournalEvent& event) { return decoded<GuardRefused>(event); }

}  // namespace pawl::guards
