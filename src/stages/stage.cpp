#include "stages/stage.hpp"

#include "run/events.hpp"

namespace pawl::stages {

Status say(const Scope& scope, std::string text) {
  return scope.events.append(to_event(run::RunOperation{std::move(text)}));
}

bool budget_is_gone(const Models& models) { return !models.budget->exhausted().empty(); }

Status go_on(const Scope& scope) {
  if (scope.ports.cancel.requested()) return fail(Errc::cancelled, "the run was asked to stop");
  return Done{};
}

}  // namespace pawl::stages
