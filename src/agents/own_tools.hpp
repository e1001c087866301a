// The tools of Pawl's own agent. Files are read and written beneath its folder, through no link;
// commands run in the sandbox.
#pragma once

#include <string>

#include "agents/session.hpp"
#include "base/json.hpp"

namespace pawl::agents {

// What a tool says to the model; `failed` is for the journal.
struct ToolAnswer {
  std::string text;
  bool failed = false;
};

// Carries out an action that the schema admits (data/agents/own-action.json) and that does not end
// the work. `left`: how long it may take. An Error is one of this machine, not the model's.
Result<ToolAnswer> use_tool(const Json& action, Session& session, const Order& order,
                            Milliseconds left);

}  // namespace pawl::agents
