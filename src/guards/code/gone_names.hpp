// Functions that a change takes away by name, in languages where a name says little about what is
// meant, while calls that reached them stay.
#pragma once

#include <vector>

#include "guards/guard.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// C, C++, Java, Ruby and Bash. Speaks only where nothing in the repository has the name any more,
// and of calls that were there before.
std::vector<Finding> calls_of_gone_names(const git::Change& change, const index::CodeIndex& index);

}  // namespace pawl::guards
