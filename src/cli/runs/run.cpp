// `pawl run`: the main job, and the commands that narrow it to one kind of work.
#include "cli/runs/run_command.hpp"

namespace pawl::cli {

std::unique_ptr<Command> make_run() { return std::make_unique<RunCommand>(""); }
std::unique_ptr<Command> make_docs() { return std::make_unique<RunCommand>("docs"); }
std::unique_ptr<Command> make_quality() { return std::make_unique<RunCommand>("quality"); }
std::unique_ptr<Command> make_tests() { return std::make_unique<RunCommand>("tests"); }

}  // namespace pawl::cli
