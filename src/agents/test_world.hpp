// Agents in tests: a folder to work in, a home, the sandbox of this machine, and a model that is a
// server of the test's.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "os/files/test_folder.hpp"

namespace pawl::agents {

class HeardEvents final : public EventSink {
 public:
  Status append(const Event& event) override;
  // Those of that kind, in their order.
  std::vector<Json> of(const EventKind& kind) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, Json>> events_;
};

struct TestWorld {
  TestWorld();

  os::TestFolder folder;
  std::unique_ptr<os::Clock> clock;
  std::unique_ptr<os::Files> files;
  std::unique_ptr<os::Processes> processes;
  std::unique_ptr<os::Http> http;
  std::unique_ptr<os::Random> random;
  os::Cancel cancel;
  os::Ports ports;
  os::Sandbox sandbox;
  config::Config config;
  Redactor redactor;
  HeardEvents events;
  Order order;

  AgentPorts agent_ports() { return {ports, sandbox, config, redactor}; }
  Work work(const std::string& spec);
  // A file of the folder; empty: there is none.
  std::string text(const std::string& path) const;
  // False, with a note: no program can be confined here.
  bool confines() const;
};

}  // namespace pawl::agents
