#include "critics/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::critics {
namespace {

constexpr auto kKinds =
    std::to_array<const EventKind*>({&kSelfCriticFinding, &kSelfCriticReview, &kSelfCriticFailed});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, SelfCriticFinding& event) {
  visit("pr", event.pr);
  visit("severity", event.severity);
  visit("category", event.category);
  visit("summary", event.summary);
  visit("file", event.file);
  visit("line", event.line);
  visit("quote", event.quote);
}

template <class Visit>
void event_fields(Visit& visit, SelfCriticReview& event) {
  visit("pr", event.pr);
  visit("head", event.head);
  visit("model", event.model);
  visit("reading", event.reading);
  visit("findings", event.findings);
  visit("blocker", event.blocker);
  visit("major", event.major);
  visit("minor", event.minor);
  visit("nit", event.nit);
  visit("bad", event.bad);
  visit("unquoted", event.unquoted);
  visit("parts", event.parts);
  visit("unparsable", event.unparsable);
  visit("files", event.files);
  visit("files_read", event.files_read);
  visit("lines", event.lines);
  visit("lines_read", event.lines_read);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, SelfCriticFailed& event) {
  visit("pr", event.pr);
  visit("reason", event.reason);
}

// ---- the codecs

Event to_event(const SelfCriticFinding& event) { return encoded(kSelfCriticFinding, event); }
SelfCriticFinding self_critic_finding_of(const JournalEvent& event) {
  return decoded<SelfCriticFinding>(event);
}

Event to_event(const SelfCriticReview& event) { return encoded(kSelfCriticReview, event); }
SelfCriticReview self_critic_review_of(const JournalEvent& event) {
  return decoded<SelfCriticReview>(event);
}

Event to_event(const SelfCriticFailed& event) { return encoded(kSelfCriticFailed, event); }
SelfCriticFailed self_critic_failed_of(const JournalEvent& event) {
  return decoded<SelfCriticFailed>(event);
}

}  // namespace pawl::critics
