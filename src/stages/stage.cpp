#include "stages/stage.hpp"

namespace pawl::stages {

Outcome Outcome::finish(store::RunStatus status, int exit, std::string reason) {
  return {.kind = OutcomeKind::finish,
          .status = status,
          .exit = exit,
          .reason = std::move(reason),
          .bail_class = {}};
}

Outcome Outcome::bail(std::string bail_class, int exit, std::string reason) {
  return {.kind = OutcomeKind::bail,
          .status = store::RunStatus::bailed,
          .exit = exit,
          .reason = std::move(reason),
          .bail_class = std::move(bail_class)};
}

Outcome Outcome::part(std::string bail_class, int exit, std::string reason) {
  Outcome outcome = bail(std::move(bail_class), exit, std::move(reason));
  outcome.kind = OutcomeKind::partial;
  return outcome;
}

Outcome Outcome::skip(std::string reason) {
  Outcome outcome;
  outcome.kind = OutcomeKind::skipped;
  outcome.reason = std::move(reason);
  return outcome;
}

Status say(StageRun& run, std::string text) {
  return run.events.append({EventKind::operation, Json::object({{"text", std::move(text)}})});
}

bool budget_is_gone(const StageRun& run) { return !run.models.budget->exhausted().empty(); }

Status go_on(const StageRun& run) {
  if (run.ports.cancel.requested()) return fail(Errc::cancelled, "the run was asked to stop");
  return Done{};
}

}  // namespace pawl::stages
