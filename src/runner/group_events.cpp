#include "runner/group_events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::runner {
namespace {

constexpr auto kGroupKinds = std::to_array<const EventKind*>({&kGroupReady, &kGroupMerged});

}  // namespace

std::span<const EventKind* const> group_event_kinds() { return kGroupKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, GroupReady& event) {
  visit("group", event.group);
  visit("head", event.head);
  visit("base", event.base);
  visit("runs", event.runs);
}

template <class Visit>
void event_fields(Visit& visit, GroupMerged& event) {
  visit("group", event.group);
  visit("policy", event.policy);
  visit("branch", event.branch);
  visit("outcome", event.outcome);
  visit("commit", event.commit);
  visit("reason", event.reason);
}

Event to_event(const GroupReady& event) { return encoded(kGroupReady, event); }
GroupReady group_ready_of(const JournalEvent& event) { return decoded<GroupReady>(event); }
Event to_event(const GroupMerged& event) { return encoded(kGroupMerged, event); }
GroupMerged group_merged_of(const JournalEvent& event) { return decoded<GroupMerged>(event); }

}  // namespace pawl::runner
