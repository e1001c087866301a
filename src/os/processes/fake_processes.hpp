// Processes from a script, for tests and demonstrations: argv prefixes and their replies.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "os/processes/process.hpp"

namespace pawl::os {

class FakeProcesses final : public Processes {
 public:
  struct Reply {
    std::vector<std::string> argv_prefix;
    Finished finished;
  };
  // The next run() must start with this prefix and gets this reply.
  void expect(std::vector<std::string> argv_prefix, Finished finished);
  // Errc::not_found when nothing is expected or the prefix differs.
  Result<Finished> run(const Command& command) override;
  const std::vector<Command>& seen() const { return seen_; }
  std::size_t remaining() const { return script_.size(); }

 private:
  std::deque<Reply> script_;
  std::vector<Command> seen_;
};

}  // namespace pawl::os
