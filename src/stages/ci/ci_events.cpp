#include "stages/ci/ci_events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::stages {
namespace {

constexpr auto kCiKinds =
    std::to_array<const EventKind*>({&kCiWatchPoll, &kCiWatchFailure, &kCiWatchEnd, &kCiCommand,
                                     &kCiCause, &kCiCritic, &kCiRepair});

}  // namespace

std::span<const EventKind* const> ci_event_kinds() { return kCiKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, CiWatchPoll& event) {
  visit("head", event.head);
  visit("outcome", event.outcome);
  visit("reason", event.reason);
  visit("signals", event.signals);
  visit("elapsed_ms", event.elapsed);
}

template <class Visit>
void event_fields(Visit& visit, CiWatchFailure& event) {
  visit("head", event.head);
  visit("checks", event.checks);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, CiWatchEnd& event) {
  visit("head", event.head);
  visit("outcome", event.outcome);
  visit("reason", event.reason);
  visit("way_out", event.way_out);
  visit("elapsed_ms", event.elapsed);
}

template <class Visit>
void event_fields(Visit& visit, CiCommand& event) {
  visit("head", event.head);
  visit("outcome", event.outcome);
  visit("reason", event.reason);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, CiCauseFound& event) {
  visit("head", event.head);
  visit("check", event.check);
  visit("cause", event.cause);
  visit("why", event.why);
}

template <class Visit>
void event_fields(Visit& visit, CiCritic& event) {
  visit("round", event.round);
  visit("opinion", event.opinion);
  visit("feedback", event.feedback);
}

template <class Visit>
void event_fields(Visit& visit, CiRepair& event) {
  visit("head", event.head);
  visit("outcome", event.outcome);
  visit("commit", event.commit);
  visit("rounds", event.rounds);
  visit("reason", event.reason);
}

// ---- the codecs

Event to_event(const CiWatchPoll& event) { return encoded(kCiWatchPoll, event); }
CiWatchPoll ci_watch_poll_of(const JournalEvent& event) { return decoded<CiWatchPoll>(event); }

Event to_event(const CiWatchFailure& event) { return encoded(kCiWatchFailure, event); }
CiWatchFailure ci_watch_failure_of(const JournalEvent& event) {
  return decoded<CiWatchFailure>(event);
}

Event to_event(const CiWatchEnd& event) { return encoded(kCiWatchEnd, event); }
CiWatchEnd ci_watch_end_of(const JournalEvent& event) { return decoded<CiWatchEnd>(event); }

Event to_event(const CiCommand& event) { return encoded(kCiCommand, event); }
CiCommand ci_command_of(const JournalEvent& event) { return decoded<CiCommand>(event); }

Event to_event(const CiCauseFound& event) { return encoded(kCiCause, event); }
CiCauseFound ci_cause_of(const JournalEvent& event) { return decoded<CiCauseFound>(event); }

Event to_event(const CiCritic& event) { return encoded(kCiCritic, event); }
CiCritic ci_critic_of(const JournalEvent& event) { return decoded<CiCritic>(event); }

Event to_event(const CiRepair& event) { return encoded(kCiRepair, event); }
CiRepair ci_repair_of(const JournalEvent& event) { return decoded<CiRepair>(event); }

}  // namespace pawl::stages
