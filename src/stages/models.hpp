// The models of a run, from the configuration: provider, recording, and the journal around them.
#pragma once

#include "llm/models.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

enum class Role : std::uint8_t { planner, worker };

// How the configuration wants a model of openai: or anthropic: to be asked in that role.
llm::EndpointOptions endpoint_options(const config::Config& config, const llm::ModelSpec& spec,
                                      Role role);

// The model of such a spec; null for a provider that is not behind HTTP.
std::unique_ptr<llm::ChatModel> http_model(const os::Ports& ports, EventSink& events,
                                           const llm::ModelSpec& spec,
                                           llm::EndpointOptions options);

struct ModelSetup {
  os::Ports& ports;
  const config::Config& config;
  const Redactor& redactor;
  EventSink& events;
  std::string record_folder;
  // The current tree, for recipes:.
  std::function<Result<std::unique_ptr<repo::RepoView>>()> view;
  // Where `cassette:RUN` finds the records of that run.
  std::function<Result<std::string>(const std::string&)> find_records;
};

// `planner` and `worker` are model specs; an empty worker means the planner's model does both.
Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker);

}  // namespace pawl::stages
