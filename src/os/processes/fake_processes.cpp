#include "os/processes/fake_processes.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::os {

void FakeProcesses::expect(std::vector<std::string> argv_prefix, Finished finished) {
  script_.push_back(Reply{std::move(argv_prefix), std::move(finished)});
}

Result<Finished> FakeProcesses::run(const Command& command) {
  seen_.push_back(command);
  const std::string asked = join(command.argv, " ");
  if (script_.empty()) {
    return fail(Errc::not_found, "no command is expected, but this one came: " + asked);
  }
  const std::vector<std::string>& prefix = script_.front().argv_prefix;
  const bool matches = prefix.size() <= command.argv.size() &&
                       std::equal(prefix.begin(), prefix.end(), command.argv.begin());
  if (!matches) {
    return fail(Errc::not_found,
                "expected a command '" + join(prefix, " ") + " …', but this one came: " + asked);
  }
  Finished finished = std::move(script_.front().finished);
  script_.pop_front();
  if (command.on_output && !finished.out.empty()) command.on_output(finished.out);
  return finished;
}

}  // namespace pawl::os
