// The agents themselves, by what they are; open_agent chooses.
#pragma once

#include <memory>

#include "agents/agent.hpp"
#include "agents/programs/kinds.hpp"
#include "agents/spec.hpp"

namespace pawl::agents {

std::unique_ptr<Agent> line_agent(std::string spec, const LineKind& kind, std::string model,
                                  AgentPorts ports);
// A program and its arguments, as a person writes them: blanks separate, quotes hold together.
Result<std::vector<std::string>> words_of(std::string_view text);
std::unique_ptr<Agent> command_agent(std::string spec, std::vector<std::string> argv,
                                     AgentPorts ports);
std::unique_ptr<Agent> acp_agent(std::string spec, std::vector<std::string> argv, AgentPorts ports);
Result<std::unique_ptr<Agent>> scripted_agent(std::string spec, const std::string& file,
                                              AgentPorts ports);
Result<std::unique_ptr<Agent>> own_agent(std::string spec, const std::string& model,
                                         AgentPorts ports);

// The files among the arguments of a program that a person named by absolute paths: it has to be
// able to read them.
std::vector<std::string> readable_words(const std::vector<std::string>& argv);

// What all agents have in common: the journal around the work, and that nothing of it is unchecked.
class JournalledAgent : public Agent {
 public:
  std::string_view spec() const final { return spec_; }
  Result<Work> work(const Order& order, EventSink& events) final;

 protected:
  JournalledAgent(std::string spec, AgentPorts ports)
      : spec_(std::move(spec)), ports_(std::move(ports)) {}
  virtual Result<Work> do_work(const Order& order, EventSink& events) = 0;
  const AgentPorts& ports() const { return ports_; }

 private:
  std::string spec_;
  AgentPorts ports_;
};

}  // namespace pawl::agents
