// What `pawl help` says, and what is said to words that name no command.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "cli/kit/console.hpp"
#include "cli/kit/page.hpp"

namespace pawl::cli {

// Usage, commands by what they are for, global flags, examples.
std::string overview(const PageLook& look);
// The page of a command, of commands that begin alike (`config`, `pr`) or of a topic
// (`exit-codes`), for a terminal.
Result<std::string> help_page(std::span<const std::string> words, const PageLook& look);
// How pages look on that console: as wide as the terminal, but no wider than people read.
PageLook look_of(const Console& console, bool color);
// `words` begin with no command: the error names the nearest one, or those of the group.
Error unknown_command(std::span<const std::string> words);

}  // namespace pawl::cli
