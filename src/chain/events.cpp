#include "chain/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::chain {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kDecided, &kReserved, &kTakenBack, &kChildBegan, &kChildEnded, &kStopped, &kResumed, &kLanded,
     &kNotLanded, &kClosed, &kHalted});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, Decided& event) {
  visit("step", event.step);
  visit("decision", event.decision);
  visit.unless_empty("plan", event.plan);
  visit.unless_empty("rolling", event.rolling);
  visit.unless_empty("reason", event.reason);
  visit.unless_empty("followups", event.followups);
}
template <class Visit>
void event_fields(Visit& visit, Reserved& event) {
  visit("step", event.step);
  visit("child", event.child);
}
template <class Visit>
void event_fields(Visit& visit, TakenBack& event) {
  visit("step", event.step);
  visit("child", event.child);
}
template <class Visit>
void event_fields(Visit& visit, ChildBegan& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
}
template <class Visit>
void event_fields(Visit& visit, ChildEnded& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
  visit("end", event.end);
  visit.unless_empty("class", event.bail_class);
  visit.unless_empty("reason", event.reason);
  visit("cost_micros", event.cost_micros);
  visit("tokens", event.tokens);
  visit("ms", event.ms);
}
template <class Visit>
void event_fields(Visit& visit, Stopped& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
}
template <class Visit>
void event_fields(Visit& visit, Resumed& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
  visit("why", event.why);
}
template <class Visit>
void event_fields(Visit& visit, Landed& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
  visit("closing", event.closing);
  visit("target", event.target);
  visit("commit", event.commit);
  visit("way", event.way);
}
template <class Visit>
void event_fields(Visit& visit, NotLanded& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
  visit("end", event.end);
  visit.unless_empty("reason", event.reason);
}
template <class Visit>
void event_fields(Visit& visit, Closed& event) {
  visit("step", event.step);
  visit("child", event.child);
  visit("attempt", event.attempt);
  visit("closing", event.closing);
}
template <class Visit>
void event_fields(Visit& visit, Halted& event) {
  visit("step", event.step);
  visit.unless_empty("child", event.child);
  visit("attempt", event.attempt);
  visit("why", event.why);
  visit.unless_empty("reason", event.reason);
}

Event to_event(const Decided& event) { return encoded(kDecided, event); }
Event to_event(const Reserved& event) { return encoded(kReserved, event); }
Event to_event(const TakenBack& event) { return encoded(kTakenBack, event); }
Event to_event(const ChildBegan& event) { return encoded(kChildBegan, event); }
Event to_event(const ChildEnded& event) { return encoded(kChildEnded, event); }
Event to_event(const Stopped& event) { return encoded(kStopped, event); }
Event to_event(const Resumed& event) { return encoded(kResumed, event); }
Event to_event(const Landed& event) { return encoded(kLanded, event); }
Event to_event(const NotLanded& event) { return encoded(kNotLanded, event); }
Event to_event(const Closed& event) { return encoded(kClosed, event); }
Event to_event(const Halted& event) { return encoded(kHalted, event); }

Decided decided_of(const JournalEvent& event) { return decoded<Decided>(event); }
Reserved reserved_of(const JournalEvent& event) { return decoded<Reserved>(event); }
TakenBack taken_back_of(const JournalEvent& event) { return decoded<TakenBack>(event); }
ChildBegan child_began_of(const JournalEvent& event) { return decoded<ChildBegan>(event); }
ChildEnded child_ended_of(const JournalEvent& event) { return decoded<ChildEnded>(event); }
Stopped stopped_of(const JournalEvent& event) { return decoded<Stopped>(event); }
Resumed resumed_of(const JournalEvent& event) { return decoded<Resumed>(event); }
Landed landed_of(const JournalEvent& event) { return decoded<Landed>(event); }
NotLanded not_landed_of(const JournalEvent& event) { return decoded<NotLanded>(event); }
Closed closed_of(const JournalEvent& event) { return decoded<Closed>(event); }
Halted halted_of(const JournalEvent& event) { return decoded<Halted>(event); }

}  // namespace pawl::chain
