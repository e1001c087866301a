#include "pipeline/walk_events.hpp"

#include "run/events.hpp"

namespace pawl::pipeline {
namespace {

std::string text(const JournalEvent& event, std::string_view field) {
  return event.data[field].string_or("");
}

run::RunStatus status_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(run::RunStatus::stopped); ++i) {
    const auto status = static_cast<run::RunStatus>(i);
    if (run::to_string(status) == name) return status;
  }
  return run::RunStatus::succeeded;
}

Outcome outcome_of(const JournalEvent& event) {
  return {.kind = outcome_named(event.data["outcome"].text()),
          .status = status_named(event.data["state"].text()),
          .exit = static_cast<int>(event.data["exit"].int_or(0)),
          .reason = text(event, "reason"),
          .bail_class = text(event, "class"),
          .after = Milliseconds(event.data["after_ms"].int_or(0)),
          .go_on_at = text(event, "go_on_at")};
}

}  // namespace

Event begin_event(const std::string& path, int attempt) {
  Json data = Json::object({{"stage", path}});
  if (attempt > 1) data.set("attempt", attempt);
  return {run::kStageBegin, std::move(data)};
}

Event end_event(const std::string& path, const Outcome& outcome, Milliseconds took) {
  Json data = Json::object({{"stage", path},
                            {"outcome", to_string(outcome.kind)},
                            {"reason", outcome.reason},
                            {"ms", took.count()}});
  const bool plain = outcome.kind == OutcomeKind::done || outcome.kind == OutcomeKind::skipped;
  if (!plain) {
    data.set("state", run::to_string(outcome.status));
    data.set("exit", outcome.exit);
    data.set("class", outcome.bail_class);
  }
  if (outcome.kind == OutcomeKind::retry) data.set("after_ms", outcome.after.count());
  if (!outcome.go_on_at.empty()) data.set("go_on_at", outcome.go_on_at);
  return {run::kStageEnd, std::move(data)};
}

WalkState fold(const Definition& definition, std::span<const JournalEvent> events) {
  WalkState state;
  for (const JournalEvent& event : events) {
    if (event.is(run::kStageBegin)) {
      stage_began(state, text(event, "stage"), static_cast<int>(event.data["attempt"].int_or(1)));
    } else if (event.is(run::kStageEnd)) {
      stage_ended(state, text(event, "stage"), outcome_of(event), event.at);
    } else if (event.is(run::kRunResumed)) {
      static_cast<void>(resumed(definition, state, text(event, "from")).ok());
    }
  }
  return state;
}

}  // namespace pawl::pipeline
