// Symbolic links that a change brings or turns elsewhere. Who writes to the link writes to what it
// leads to.
#pragma once

#include "guards/guard.hpp"

namespace pawl::guards {

// Refuses links that lead out of the tree, into `.git`, to a guarded file under a name that is not
// guarded itself, or whose target is no plain text. What other links on the way do counts.
void check_links(const git::Change& change, const Context& context, Verdict& verdict);

}  // namespace pawl::guards
