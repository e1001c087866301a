#include "fleet/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::fleet {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>({&kRescueDiagnosed});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, RescueDiagnosed& event) {
  visit("attempt", event.attempt);
  visit("client", event.client);
  visit("verdict", event.verdict);
  visit("summary", event.summary);
  visit("action", event.action);
  visit("reason", event.reason);
}

Event to_event(const RescueDiagnosed& event) { return encoded(kRescueDiagnosed, event); }
RescueDiagnosed rescue_diagnosed_of(const JournalEvent& event) {
  return decoded<RescueDiagnosed>(event);
}

}  // namespace pawl::fleet
