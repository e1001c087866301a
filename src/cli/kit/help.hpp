// What `pawl help` says, and what is said to words that name no command.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"

namespace pawl::cli {

// Usage, all commands with their summaries, global flags.
std::string overview();
// The page of a command, of a group of commands (`config`) or of a topic (`exit-codes`).
Result<std::string> help_page(std::span<const std::string> words);
// `words` begin with no command: the error names the nearest one, or those of the group.
Error unknown_command(std::span<const std::string> words);

}  // namespace pawl::cli
