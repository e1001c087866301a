#include "stages/stage.hpp"

#include "run/events.hpp"

namespace pawl::stages {

Status say(StageRun& run, std::string text) {
  return run.events.append(to_event(run::RunOperation{std::move(text)}));
}

bool budget_is_gone(const StageRun& run) { return !run.models.budget->exhausted().empty(); }

Status go_on(const StageRun& run) {
  if (run.ports.cancel.requested()) return fail(Errc::cancelled, "the run was asked to stop");
  return Done{};
}

}  // namespace pawl::stages
