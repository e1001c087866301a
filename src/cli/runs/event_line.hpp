// An event of a run in one line for people.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "cli/kit/command.hpp"

namespace pawl::cli {

// `09:30:00  subtask.begin  subtask=T001-S01 attempt=1`, with its newline. `at` is RFC 3339; values
// are cut at 160 bytes, and nothing in them reaches a terminal as a command.
std::string event_line(const Context& context, std::string_view at, std::string_view kind,
                       const Json& data);

}  // namespace pawl::cli
