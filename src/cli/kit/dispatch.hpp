// From the words of a command line to an exit code.
#pragma once

#include <string>
#include <vector>

#include "cli/kit/command.hpp"

namespace pawl::cli {

// `words` are argv without the program's name. Finds the command, fills its fields, resolves
// folders and configuration if it needs them, runs it, prints its error as `pawl: …`. Nothing but
// what the command asks for is read before it runs.
int run_command_line(const std::vector<std::string>& words, os::Ports& ports, Console& console);

}  // namespace pawl::cli
