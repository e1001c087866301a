// Whether a command can be started at all, before anything is made for it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {

// Errc::invalid for what no exec could take: no program, a NUL, a malformed variable, a working
// directory that is not absolute.
Status check_command(const Command& command);
// The path to execute: a name is looked up in the PATH of the command's environment, a path stays
// as it is, relative to the command's folder. Errc::not_found names the PATH that was searched.
Result<std::string> resolve_program(const Command& command);

}  // namespace pawl::os
