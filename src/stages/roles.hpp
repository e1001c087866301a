// Which models a role asks, and how: the settings of the role, `model.*`, and what its provider
// needs. Stages, `pawl config show` and `pawl doctor` all look here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "llm/models.hpp"
#include "llm/spending/budget.hpp"

namespace pawl::stages {

struct ModelChoice {
  llm::ModelSpec spec;
  llm::EndpointOptions endpoint;  // of a remote model
};

// The model spec of a role: its own, or model.spec.
const std::string& spec_of(const config::Config& config, config::Role role);

// The model `spec` for that role, and behind it the role's fallbacks. A base URL or a key of the
// role's own counts for models of the same provider as its first. A key is only sent where the
// settings say that it belongs: a URL in a spec gets one only at a server the settings name, or
// where model.api_key is given and model.base_url is not: then the two go together.
Result<std::vector<ModelChoice>> choices_for(const config::Config& config, config::Role role,
                                             const std::string& spec);

// The budgets of the configuration.
llm::BudgetRules budget_rules(const config::Config& config);

// The role has a setting of its own.
bool has_own_settings(const config::RoleSettings& role);

// `openai:qwen@http://localhost:1234/v1`; without a URL when it is not remote.
std::string place_of(const ModelChoice& choice);

// The client of a remote model; null for any other.
std::unique_ptr<llm::ChatModel> remote_model(const llm::HttpPorts& ports,
                                             const ModelChoice& choice);

}  // namespace pawl::stages
