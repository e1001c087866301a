#include "guards/events.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "base/event_codec.hpp"

namespace pawl::guards {
namespace {

constexpr auto kVerdictKinds = std::to_array<const EventKind*>(
    {&kGuardVerdict, &kGuardOrder, &kGuardRefused, &kPsiLiteScored});

constexpr EventKind refusal_kind(std::string_view name) {
  return {name, "subtask_id attempt path error", Durability::buffered,
          "a guard refused one attempt"};
}

constexpr auto kRefusals = std::to_array<EventKind>({
    refusal_kind(kEditRefusal),
#define PAWL_GUARD(function, id, code, title, event, ...) refusal_kind(event),
#include "guards/guard_rows.inc"
#undef PAWL_GUARD
});

constexpr auto kRefusalKinds = [] {
  std::array<const EventKind*, kRefusals.size()> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = &kRefusals[i];
  return kinds;
}();

}  // namespace

std::span<const EventKind* const> event_kinds() { return kVerdictKinds; }
std::span<const EventKind* const> refusal_kinds() { return kRefusalKinds; }

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
  visit.unless_empty("rules", event.rules);
}

template <class Visit>
void event_fields(Visit& visit, GuardOrder& event) {
  visit("subtask", event.subtask);
  visit("attempt", event.attempt);
  visit("order", event.order);
  visit("policy", event.policy);
  visit("settings", event.settings);
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

template <class Visit>
void event_fields(Visit& visit, PsiLiteScored& event) {
  visit("subtask_id", event.subtask_id);
  visit("attempt", event.attempt);
  visit("psi", event.psi);
  visit("weakest_file", event.weakest_file);
}

template <class Visit>
void event_fields(Visit& visit, Refusal& event) {
  visit("subtask_id", event.subtask_id);
  visit("attempt", event.attempt);
  visit("path", event.path);
  visit("error", event.error);
}

// ---- the codecs

Event to_event(const GuardVerdict& event) { return encoded(kGuardVerdict, event); }
GuardVerdict guard_verdict_of(const JournalEvent& event) { return decoded<GuardVerdict>(event); }

Event to_event(const GuardOrder& event) { return encoded(kGuardOrder, event); }
GuardOrder guard_order_of(const JournalEvent& event) { return decoded<GuardOrder>(event); }

Event to_event(const GuardRefused& event) { return encoded(kGuardRefused, event); }
GuardRefused guard_refused_of(const JournalEvent& event) { return decoded<GuardRefused>(event); }

Event to_event(const PsiLiteScored& event) { return encoded(kPsiLiteScored, event); }
PsiLiteScored psi_lite_scored_of(const JournalEvent& event) {
  return decoded<PsiLiteScored>(event);
}

Event to_event(const Refusal& event) {
  const auto kind = std::find_if(kRefusals.begin(), kRefusals.end(),
                                 [&](const EventKind& each) { return each.name == event.kind; });
  PAWL_CHECK(kind != kRefusals.end(), event.kind);
  return encoded(*kind, event);
}

}  // namespace pawl::guards
