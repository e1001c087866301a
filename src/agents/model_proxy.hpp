// What stands between an agent and its model. The agent has a placeholder for a key; the proxy
// answers requests that carry it, puts the real key in, counts what answers use, and stops where a
// limit is reached. It serves the connections of a HostGate.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "agents/meter.hpp"
#include "agents/model_places.hpp"
#include "base/event.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/network/http.hpp"

namespace pawl::agents {

class ModelProxy {
 public:
  struct Setup {
    os::Http& http;
    os::Clock& clock;
    EventSink& events;
    const Redactor& redactor;
    Meter& meter;
    const llm::PriceTable& prices;
    std::vector<ModelPlace> places;
    std::string label;
    std::string placeholder;
    llm::Budget* budget;          // as AgentPorts::budget
    std::function<void()> heard;  // something came by; called from several threads
  };
  explicit ModelProxy(Setup setup) : setup_(std::move(setup)) {}

  // As HostGate::Setup::answer_here.
  void answer(int socket, const std::string& head, std::string rest);
  // Ends what is under way and waits for it; answers nothing from now on.
  void close();

  struct Failure {
    int status = 0;  // 0: nobody answered
    std::string message;
  };
  // Of the last request that got no answer; nothing when the last one got one.
  std::optional<Failure> failure() const;

 private:
  class Exchange;

  enum class Entry : std::uint8_t { open, full, closed };
  Entry enter();
  void leave();
  void remember(std::optional<Failure> failure);
  bool is_new(const std::string& refused);

  const Setup setup_;
  os::Cancel ending_;
  mutable std::mutex mutex_;
  std::condition_variable left_;
  int under_way_ = 0;
  bool closed_ = false;
  std::optional<Failure> failure_;
  std::set<std::string> refused_;
};

}  // namespace pawl::agents
