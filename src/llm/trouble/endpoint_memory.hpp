// What endpoints were found to refuse, so that the next process does not ask in vain, and how many
// bytes of a prompt they count as a token.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "llm/providers/request_part.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"

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

  // Nothing when no prompt was measured within the last week.
  std::optional<double> bytes_per_token(const std::string& endpoint) const;
  // A prompt of so many bytes (llm/context_window.hpp: halves of its weight) came to so many
  // tokens. What says that more fits is believed little by little; what says that less fits, at
  // once. Short prompts and counts that cannot be right say nothing.
  Status measured(const std::string& endpoint, double bytes, std::int64_t tokens);

 private:
  struct Entry {
    PartSet refused = {};
    Timestamp at = {};
    double bytes_per_token = 0;  // 0: not measured
    Timestamp measured_at = {};
  };
  std::map<std::string, Entry> load() const;
  Status keep(const std::map<std::string, Entry>& entries);

  os::Files& files_;
  os::Clock& clock_;
  std::string file_;
};

}  // namespace pawl::llm
