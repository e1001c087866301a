// Packages that a change takes out of a manifest while code goes on importing them.
#pragma once

#include <vector>

#include "guards/code/import_doubts.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Some manifest of the change names less than it did.
bool drops_packages(const git::Change& change);
// Of files that the change leaves as they are.
std::vector<Finding> gone_packages(const git::Change& change, const index::CodeIndex& index,
                                   const Context& context);

}  // namespace pawl::guards
