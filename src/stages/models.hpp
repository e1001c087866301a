// The models of a run, from the configuration: provider, fallbacks, recording, and the journal
// around them.
#pragma once

#include "llm/models.hpp"
#include "stages/roles.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

struct ModelSetup {
  os::Ports& ports;
  const config::Config& config;
  const Redactor& redactor;
  EventSink& events;
  std::string record_folder;
  std::string endpoints_file;  // llm::EndpointMemory
  // The current tree, for recipes:.
  std::function<Result<std::unique_ptr<repo::RepoView>>()> view;
  // Where `cassette:RUN` finds the records of that run.
  std::function<Result<std::string>(const std::string&)> find_records;
};

// `planner` and `worker` are model specs. When both roles come to the same, one model is both: a
// script goes on where it was.
Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker);

}  // namespace pawl::stages
