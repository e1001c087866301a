// What type checkers and linters are set to ask for.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

// By the way to a setting (`.rules.no-undef`, `lint.ignore E501`): how strict it is.
using Strictness = std::map<std::string, double>;

bool may_hold_checks(const RepoPath& path);
Strictness strictness_of(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
