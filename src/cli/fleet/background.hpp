// Runs in the background, as commands start them and wait for them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "fleet/launch.hpp"
#include "runner/run.hpp"

namespace pawl::cli {

// What the runner wants of a command that shows no run: what is looked at is narrated to
// somebody at a terminal.
runner::RunPorts quiet_ports(Context& context);

struct AfterLaunch {
  bool wait = false;      // for its end; its exit code is the command's
  bool print_id = false;  // and nothing else
  bool json = false;
  bool told = false;  // the one document was given already
};
Result<Exit> after_launch(Context& context, const fleet::Launched& launched,
                          const AfterLaunch& after);

// The words of `pawl launch`, as they stand in the queue: invalid where they are wrong.
Status check_launch_words(const std::vector<std::string>& words);
// Launches them in that folder.
Result<RunId> launch_words(Context& context, const std::vector<std::string>& words,
                           const std::string& folder,
                           const std::function<Status(const RunId&)>& reserved);

}  // namespace pawl::cli
