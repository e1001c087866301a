// Lines that write something out to a terminal, and what they say.
#pragma once

#include <string_view>

namespace pawl::guards {

// It begins with a call that writes out, in one language or another.
bool prints(std::string_view line);
// What it writes begins as output of debugging does: `DEBUG`, `here`.
bool calls_itself_debugging(std::string_view line);
// It says something to a reader, beside values and their names.
bool says_more_than_values(std::string_view line);
// It shows a value as the machine has it, or the way to where it stands.
bool dumps_values(std::string_view line);

}  // namespace pawl::guards
