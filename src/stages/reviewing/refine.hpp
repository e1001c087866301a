// What critics found grave is mended once, on the way every change takes, and kept when it is
// better than the branch without it.
#pragma once

#include <vector>

#include "critics/finding.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// Whether the run has a commit of it.
bool refined(const Scope& scope);
// One turn of the worker at most. What nobody proposes, guards refuse, or is no better, changes
// nothing.
Status refine_branch(const Workshop& shop, const std::vector<critics::Finding>& findings);

}  // namespace pawl::stages
