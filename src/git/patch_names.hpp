// What a patch names that no patch may, before and after git has tried it: git itself strips one
// folder from a name and puts modes right, so that what it applies no longer shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "git/changes.hpp"

namespace pawl::git {

// Absolute names, names that climb, and modes that git would not write. Lines of hunks are text.
std::vector<Unsafe> unsafe_in_patch(std::string_view patch);

// The paths for which `git apply` calls a patch unsafe; none when it failed for another reason.
std::vector<Unsafe> unsafe_to_git(std::string_view errors);

// The name behind `--- ` or `+++ `, as git writes it: quoted where it must be.
std::string name_in_patch(std::string_view text);

}  // namespace pawl::git
