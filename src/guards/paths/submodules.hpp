// Submodules that a change brings: code of another repository, which nobody sees here.
#pragma once

#include "guards/guard.hpp"

namespace pawl::guards {

// Refuses submodules that .gitmodules does not declare, and declarations that make a later
// `git submodule update` run or overwrite something.
void check_submodules(const git::Change& change, const Context& context, Verdict& verdict);

}  // namespace pawl::guards
