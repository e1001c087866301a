// The models of a run, from the configuration: provider, fallbacks, recording, and the journal
// around them.
#pragma once

#include "llm/models.hpp"
#include "stages/roles.hpp"
#include "stages/stage.hpp"
#include "store/database.hpp"
#include "store/lock.hpp"

namespace pawl::stages {

struct ModelSetup {
  os::Ports& ports;
  const config::Config& config;
  const Redactor& redactor;
  EventSink& events;
  std::string record_folder;
  std::string endpoints_file;  // llm::EndpointMemory
  store::Database& database;   // holds the account of the day
  store::LockHolder process;   // this one, and its run
  llm::Amount spent;           // by earlier processes of the run
  // The current tree, for recipes:.
  std::function<Result<std::unique_ptr<repo::RepoView>>()> view;
  std::vector<std::string> recipes;  // the only ones recipes: is to follow; empty: any
  // Where `cassette:RUN` finds the records of that run.
  std::function<Result<std::string>(const std::string&)> find_records;
  // Who is asked beside planner and worker.
  std::vector<config::Role> others = {};
  // Of a replay: who answers in place of the model `spec` of a role. Null otherwise.
  std::function<std::unique_ptr<llm::ChatModel>(config::Role, const std::string& spec)> played = {};
};

// `planner` and `worker` are model specs. When both roles come to the same, one model is both: a
// script goes on where it was. invalid when a person limited money and a price is not known; the
// default of budget.run_cost binds those whose price is.
Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker);

// The model of Pawl's own agent (agents::AgentPorts::open_chat): settings of the worker, record,
// price and budgets as every model of the run has them. invalid for what has no servers, but for
// scripts.
Result<std::unique_ptr<llm::ChatModel>> make_agent_chat(const ModelSetup& setup, Models& models,
                                                        const std::string& spec);

// Who else than planner and worker is asked in such a run.
std::vector<config::Role> other_roles(const Request& request, const config::Config& config);

// What the run may cost, for people, and what that limit does not hold for; empty when its models
// use no tokens.
std::string budget_words(const config::Config& config, const Models& models);

}  // namespace pawl::stages
