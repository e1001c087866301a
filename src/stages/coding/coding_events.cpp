#include "stages/coding/coding_events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::stages {
namespace {

constexpr auto kCodingKinds = std::to_array<const EventKind*>(
    {&kCodingTurn, &kCodingRescued, &kCodingStage, &kCodingCommands});

}  // namespace

std::span<const EventKind* const> coding_event_kinds() { return kCodingKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, CodingTurn& event) {
  visit("stage", event.stage);
  visit("step", event.step);
  visit("label", event.label);
  visit("client", event.client);
  visit("model", event.model);
  visit("attempt", event.attempt);
  visit("end", event.end);
  visit("reason", event.reason);
  visit("prompt", event.prompt);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("tool_calls", event.tool_calls);
  visit.or_null("cost_micros", event.cost_micros);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, CodingRescued& event) {
  visit("stage", event.stage);
  visit("ref", event.ref);
  visit("commit", event.commit);
  visit("left", event.left);
  visit("folder", event.folder);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, CodingStage& event) {
  visit("stage", event.stage);
  visit("inputs", event.inputs);
  visit("head", event.head);
  visit("turns", event.turns);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("cost_micros", event.cost_micros);
  visit("unpriced", event.unpriced);
}

template <class Visit>
void event_fields(Visit& visit, CodingCommands& event) {
  visit("stage", event.stage);
  visit("attempt", event.attempt);
  visit("head", event.head);
  visit("outcome", event.outcome);
  visit("reason", event.reason);
  visit("ms", event.took);
}

// ---- the codecs

Event to_event(const CodingTurn& event) { return encoded(kCodingTurn, event); }
CodingTurn coding_turn_of(const JournalEvent& event) { return decoded<CodingTurn>(event); }

Event to_event(const CodingRescued& event) { return encoded(kCodingRescued, event); }
CodingRescued coding_rescued_of(const JournalEvent& event) { return decoded<CodingRescued>(event); }

Event to_event(const CodingStage& event) { return encoded(kCodingStage, event); }
CodingStage coding_stage_of(const JournalEvent& event) { return decoded<CodingStage>(event); }

Event to_event(const CodingCommands& event) { return encoded(kCodingCommands, event); }
CodingCommands coding_commands_of(const JournalEvent& event) {
  return decoded<CodingCommands>(event);
}

}  // namespace pawl::stages
