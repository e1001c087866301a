// Names of what a process makes for a moment, and a kill may leave behind. The number of the
// process is in the name, so that others can see whether it is still at work.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::os {

// `.NAME.PID-HEX.tmp`, beside the file NAME that it will become.
std::string temporary_name(std::string_view name, std::string_view hex);

// The process that made a temporary file of that name; 0 when the name is one of Pawl's but does
// not say; nothing when it is none.
std::optional<int> maker_of_temporary(std::string_view name);

// The folder of homes for commands without a sandbox: `/tmp/pawl-PID-XXXXXX`, for mkdtemp.
std::string homes_template();
std::optional<int> maker_of_homes(std::string_view name);

}  // namespace pawl::os
