// Functions of shell scripts: those that are called and nothing defines, and those that no longer
// print what their callers take.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Any program may be a command. Speaks of names that no program has (`data/languages/
// shell-commands.txt`) and no file of the tree says, in scripts that define functions.
std::vector<Finding> unknown_shell_calls(const std::vector<CodeFile>& files,
                                         const index::CodeIndex& index, const Context& context);

// Speaks of a function that printed, can print nothing now, and is called in a `$(…)`.
std::vector<Finding> lost_outputs(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index);

}  // namespace pawl::guards
