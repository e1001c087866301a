#include "llm/trouble/circuit.hpp"

#include <algorithm>

#include "llm/events.hpp"

namespace pawl::llm {

bool is_outage(const Error& error) {
  return error.code == Errc::upstream || error.code == Errc::timeout || error.code == Errc::denied;
}

Milliseconds Circuits::wait(const std::string& key) const {
  const auto found = circuits_.find(key);
  if (found == circuits_.end() || !found->second.open) return Milliseconds(0);
  const Milliseconds since = clock_.monotonic() - found->second.opened;
  return std::max(rules_.cooldown - since, Milliseconds(0));
}

Result<bool> Circuits::may_ask(const std::string& key) {
  Circuit& circuit = circuits_[key];
  if (!circuit.open) return true;
  if (wait(key).count() > 0) return false;
  TRY(record(key, "half_open", "the cool-down is over, one call tries it"));
  return true;
}

Status Circuits::succeeded(const std::string& key) {
  Circuit& circuit = circuits_[key];
  const bool was_open = circuit.open;
  circuit = Circuit();
  return was_open ? record(key, "closed", "it answers again") : Status(Done{});
}

Status Circuits::failed(const std::string& key, const Error& error) {
  Circuit& circuit = circuits_[key];
  ++circuit.failures;
  if (rules_.failures == 0 || circuit.failures < rules_.failures) return Done{};
  circuit.open = true;
  circuit.opened = clock_.monotonic();
  return record(key, "open", error.message);
}

Status Circuits::record(const std::string& key, std::string_view state, const std::string& reason) {
  return events_.append(to_event(LlmCircuit{.model = key,
                                            .state = std::string(state),
                                            .failures = circuits_[key].failures,
                                            .reason = reason}));
}

}  // namespace pawl::llm
