#include "agents/agents_of.hpp"
namespace pawl::agents {
std::unique_ptr<Agent> acp_agent(std::string spec, std::vector<std::string> argv,
                                 AgentPorts ports) {
  return command_agent(std::move(spec), std::move(argv), std::move(ports));
}
}  // namespace pawl::agents
