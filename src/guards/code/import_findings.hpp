// The findings of the guard `imports`, as all its files word them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/guard.hpp"

namespace pawl::guards {

// `what` the code names, and the file, or folder, that does not have it.
Finding missing_name_finding(const std::string& path, int line, const std::string& name,
                             const std::string& holder, const std::vector<std::string>& names);

}  // namespace pawl::guards
