#include "stages/models.hpp"

#include "recipes/recipe.hpp"

namespace pawl::stages {
namespace {

using ModelResult = Result<std::unique_ptr<llm::ChatModel>>;

ModelResult local_model(const ModelSetup& setup, const llm::ModelSpec& spec) {
  os::Ports& ports = setup.ports;
  if (spec.provider == "scripted") {
    const bool absolute = spec.model.starts_with('/');
    return llm::scripted_model(ports.files,
                               absolute ? spec.model : os::join_path(ports.folder, spec.model));
  }
  if (spec.provider == "cassette") {
    TRY_ASSIGN(const std::string folder, setup.find_records(spec.model));
    return llm::cassette_model(ports.files, folder);
  }
  const recipes::Settings settings{.default_license = setup.config.default_license,
                                   .author = setup.config.default_author,
                                   .today = to_iso8601(ports.clock.now()).substr(0, 10)};
  return recipes::recipe_model(setup.view, settings);
}

ModelResult make_model(const ModelSetup& setup, const ModelChoice& choice,
                       llm::EndpointMemory& endpoints) {
  const llm::HttpPorts ports{.http = setup.ports.http,
                             .clock = setup.ports.clock,
                             .random = setup.ports.random,
                             .events = setup.events,
                             .endpoints = &endpoints};
  if (choice.spec.is_remote()) return remote_model(ports, choice);
  return local_model(setup, choice.spec).during("setting up the model " + place_of(choice));
}

// The role's model and its fallbacks, recorded as the one model they are to the stages.
ModelResult make_role(const ModelSetup& setup, Models& models, config::Role role,
                      const std::string& spec) {
  TRY_ASSIGN(const std::vector<ModelChoice> choices, choices_for(setup.config, role, spec));
  std::vector<llm::CircuitModel> chain;
  for (const ModelChoice& choice : choices) {
    TRY_ASSIGN(auto model, make_model(setup, choice, *models.endpoints));
    chain.push_back({.model = std::move(model), .key = place_of(choice)});
  }
  auto model = llm::fallback_model(std::move(chain), *models.circuits, setup.events);
  return llm::recorded_model(std::move(model), setup.ports.files, setup.ports.clock, setup.events,
                             setup.redactor, setup.record_folder);
}

}  // namespace

Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker) {
  const config::Config& config = setup.config;
  Models models;
  models.endpoints = std::make_unique<llm::EndpointMemory>(setup.ports.files, setup.ports.clock,
                                                           setup.endpoints_file);
  models.circuits = std::make_unique<llm::Circuits>(
      setup.ports.clock, setup.events,
      llm::CircuitRules{.failures = static_cast<int>(config.circuit_failures),
                        .cooldown = Seconds(config.circuit_cooldown_s)});
  TRY_ASSIGN(models.planner, make_role(setup, models, config::Role::planner, planner));
  TRY_ASSIGN(const llm::ModelSpec of_planner, llm::parse_spec(planner));
  TRY_ASSIGN(const llm::ModelSpec of_worker, llm::parse_spec(worker));
  const bool own = has_own_settings(config.role(config::Role::planner)) ||
                   has_own_settings(config.role(config::Role::worker));
  if (of_planner == of_worker && (!own || !of_worker.is_remote())) return models;
  TRY_ASSIGN(models.worker, make_role(setup, models, config::Role::worker, worker));
  return models;
}

}  // namespace pawl::stages
