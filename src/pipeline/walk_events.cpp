#include "pipeline/walk_events.hpp"

#include "run/events.hpp"

namespace pawl::pipeline {
namespace {

run::RunStatus status_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(run::RunStatus::stopped); ++i) {
    const auto status = static_cast<run::RunStatus>(i);
    if (run::to_string(status) == name) return status;
  }
  return run::RunStatus::succeeded;
}

Outcome outcome_of(const run::StageEnd& end) {
  return {.kind = outcome_named(end.outcome),
          .status = status_named(end.state.value_or("")),
          .exit = end.exit.value_or(0),
          .reason = end.reason,
          .bail_class = end.bail_class.value_or(""),
          .after = end.after.value_or(Milliseconds(0)),
          .go_on_at = end.go_on_at};
}

}  // namespace

Event begin_event(const std::string& path, int attempt) {
  run::StageBegin begin{.stage = path};
  if (attempt > 1) begin.attempt = attempt;
  return to_event(begin);
}

Event end_event(const std::string& path, const Outcome& outcome, Milliseconds took) {
  run::StageEnd end{.stage = path,
                    .outcome = std::string(to_string(outcome.kind)),
                    .reason = outcome.reason,
                    .took = took,
                    .go_on_at = outcome.go_on_at};
  const bool plain = outcome.kind == OutcomeKind::done || outcome.kind == OutcomeKind::skipped;
  if (!plain) {
    end.state = run::to_string(outcome.status);
    end.exit = outcome.exit;
    end.bail_class = outcome.bail_class;
  }
  if (outcome.kind == OutcomeKind::retry) end.after = outcome.after;
  return to_event(end);
}

WalkState fold(const Definition& definition, std::span<const JournalEvent> events) {
  WalkState state;
  for (const JournalEvent& event : events) {
    if (event.is(run::kStageBegin)) {
      const run::StageBegin begin = run::stage_begin_of(event);
      stage_began(state, begin.stage, begin.attempt.value_or(1));
    } else if (event.is(run::kStageEnd)) {
      const run::StageEnd end = run::stage_end_of(event);
      stage_ended(state, end.stage, outcome_of(end), event.at);
    } else if (event.is(run::kRunResumed)) {
      static_cast<void>(resumed(definition, state, run::run_resumed_of(event).from).ok());
    }
  }
  return state;
}

}  // namespace pawl::pipeline
