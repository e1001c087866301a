// Whether an edit broke a text's syntax, for guards that would blame the edit for what the parser
// lost.
#pragma once

#include "git/change.hpp"

namespace pawl::guards {

// The text after the change has more faults than the one before it. A grammar that does not know
// a file's macros finds faults in it before and after; that breaks nothing.
bool newly_broken(const git::FileChange& file);

}  // namespace pawl::guards
