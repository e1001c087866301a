// Files that hold commands for a shell, and what their commands are for. For the files of this
// folder only.
#pragma once

#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

// The program a command begins with, past `sudo` and settings of variables.
std::string_view program_of(std::string_view command);
// Does it name what tests, checks or builds?
bool looks_for_faults(std::string_view text);
// Does it begin with a program that tidies up or fetches? What that cannot do says nothing of the
// code.
bool only_tidies(std::string_view command);
// A script for a shell, or a file with lines for one.
bool holds_commands(const RepoPath& path, std::string_view text);
bool is_shell(const RepoPath& path, std::string_view text);
bool is_makefile(const RepoPath& path);

}  // namespace pawl::guards
