// Circuit breakers: a model that keeps failing is left alone for a while.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/event.hpp"
#include "llm/chat.hpp"
#include "os/clock.hpp"

namespace pawl::llm {

struct CircuitRules {
  int failures = 3;               // in a row, that open a circuit; 0: none ever opens
  Milliseconds cooldown{60'000};  // until one call may try again
};

// The circuits of all models of a process, by key: a server that is down for one role is down for
// all. Each change of state is an llm.circuit event.
class Circuits {
 public:
  Circuits(os::Clock& clock, EventSink& events, CircuitRules rules)
      : clock_(clock), events_(events), rules_(rules) {}

  // Whether the model may be asked now. After the cool-down the answer is yes for one call, whose
  // outcome decides.
  Result<bool> may_ask(const std::string& key);
  Status succeeded(const std::string& key);
  Status failed(const std::string& key, const Error& error);
  // How long until it may be asked; 0 when it may.
  Milliseconds wait(const std::string& key) const;

 private:
  struct Circuit {
    int failures = 0;
    bool open = false;
    Milliseconds opened{0};
  };
  Status record(const std::string& key, std::string_view state, const std::string& reason);

  os::Clock& clock_;
  EventSink& events_;
  CircuitRules rules_;
  std::map<std::string, Circuit> circuits_;
};

// A model and the key of its circuit: its name and where it is.
struct CircuitModel {
  std::unique_ptr<ChatModel> model;
  std::string key;
};

// The failures that say something about the server, not about the request: it is not there, is in
// trouble, or refuses the key.
bool is_outage(const Error& error);

}  // namespace pawl::llm
