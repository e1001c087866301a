// Tables that stand where no tool looks for them. For config_faults.cpp.
#pragma once

#include <vector>

#include "base/json.hpp"
#include "base/text/repo_path.hpp"
#include "guards/config/config_faults.hpp"

namespace pawl::guards {

// Adds a fault for every misplaced table, and takes away the faults that only follow from it.
void replace_by_misplaced(const RepoPath& path, const Json& document,
                          std::vector<ConfigFault>& faults);

}  // namespace pawl::guards
