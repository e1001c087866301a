// Uses of members that the change took away: fields, attributes, variants, methods.
#pragma once

#include <vector>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

std::vector<Finding> gone_members(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index);

}  // namespace pawl::guards
