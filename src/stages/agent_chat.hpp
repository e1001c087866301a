// Chat models for Pawl's own coding agent (`pawl:PROVIDER:MODEL`).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "llm/models.hpp"
#include "llm/spending/budget.hpp"
#include "os/ports.hpp"

namespace pawl::stages {

// For agents::AgentPorts::open_chat, where there is no run: a model as the worker has it, with its
// price where that is known, or a script. The budget is asked before each call. What is named is
// borrowed.
std::function<Result<std::unique_ptr<llm::ChatModel>>(const std::string& spec)> agent_chat(
    os::Ports& ports, const config::Config& config, EventSink& events, llm::Budget& budget);

}  // namespace pawl::stages
