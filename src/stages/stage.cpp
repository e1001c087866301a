#include "stages/stage.hpp"

#include "run/events.hpp"

namespace pawl::stages {

std::string client_of(const Scope& scope, const std::string& of_run) {
  for (const std::string& client : {scope.client, of_run, scope.default_client}) {
    if (!client.empty()) return client;
  }
  return "claude:sonnet";
}

Status say(const Scope& scope, std::string text) {
  return scope.events.append(to_event(run::RunOperation{std::move(text)}));
}

bool budget_is_gone(const Models& models) { return !models.budget->exhausted().empty(); }

Status go_on(const Scope& scope) {
  if (scope.ports.cancel.requested()) return fail(Errc::cancelled, "the run was asked to stop");
  return Done{};
}

}  // namespace pawl::stages
