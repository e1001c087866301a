#include "landing/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::landing {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>({&kLandVerified, &kLandRefused});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, LandVerified& event) {
  visit("target", event.target);
  visit("base", event.base);
  visit("head", event.head);
  visit("commit", event.commit);
  visit("checked", event.checked);
  visit("unknown", event.unknown);
}

template <class Visit>
void event_fields(Visit& visit, LandRefused& event) {
  visit("target", event.target);
  visit("head", event.head);
  visit("end", event.end);
  visit("reason", event.reason);
}

// ---- the codecs

Event to_event(const LandVerified& event) { return encoded(kLandVerified, event); }
LandVerified land_verified_of(const JournalEvent& event) { return decoded<LandVerified>(event); }

Event to_event(const LandRefused& event) { return encoded(kLandRefused, event); }
LandRefused land_refused_of(const JournalEvent& event) { return decoded<LandRefused>(event); }

}  // namespace pawl::landing
