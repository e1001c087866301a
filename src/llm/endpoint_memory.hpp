// What endpoints were found to refuse, so that the next process does not ask in vain.
#pragma once

#include <map>
#include <string>

#include "llm/request_part.hpp"
#include "os/clock.hpp"
#include "os/files.hpp"

namespace pawl::llm {

// One file for all endpoints. It is a cache: what cannot be read counts as unknown, and of two
// processes that learn at the same time one may have to learn again. What was learnt is believed
// for a week, because servers get better.
class EndpointMemory {
 public:
  EndpointMemory(os::Files& files, os::Clock& clock, std::string file)
      : files_(files), clock_(clock), file_(std::move(file)) {}

  // `endpoint` names protocol, base URL and model; it must hold no secret.
  PartSet refused(const std::string& endpoint) const;
  Status learn(const std::string& endpoint, PartSet refused);

 private:
  struct Entry {
    PartSet refused;
    Timestamp at;
  };
  std::map<std::string, Entry> load() const;

  os::Files& files_;
  os::Clock& clock_;
  std::string file_;
};

}  // namespace pawl::llm
