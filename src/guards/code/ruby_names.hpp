// Names of Ruby that nothing defines: methods called on the object itself, and constants.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// New calls, on the object itself, of a method that no file of the repository says: in a class all
// of whose bases and modules can be read, or in a function of a script that requires nothing from
// elsewhere.
std::vector<Finding> unknown_ruby_calls(const std::vector<CodeFile>& files,
                                        const index::CodeIndex& index);

// Constants that the change no longer gives a value, wherever in the file they stood, and that the
// file still uses.
std::vector<Finding> lost_ruby_constants(const std::vector<CodeFile>& files,
                                         const index::CodeIndex& index, const Context& context);

}  // namespace pawl::guards
