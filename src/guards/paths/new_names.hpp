// The names that a change brings. A name that was there before stays allowed, however odd it is: in
// a path that is new, only the components that are new are judged.
#pragma once

#include "guards/guard.hpp"

namespace pawl::guards {

// Refuses new names that no program can write safely everywhere: of a wrong shape, of a device or a
// stream of Windows, short names, and names that only look like a guarded one.
void check_new_names(const git::Change& change, const Context& context, Verdict& verdict);

// Refuses new names that differ from another of the tree, or of the change, only in case or in how
// they are encoded: one of the two is lost on macOS and Windows.
void check_collisions(const git::Change& change, const Context& context, Verdict& verdict);

}  // namespace pawl::guards
