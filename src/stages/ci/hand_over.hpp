// Leaves red CI to a person: a comment and a label on the pull request, once.
#pragma once

#include <string>

#include "forge/forge.hpp"
#include "stages/ci/red_ci.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

inline constexpr const char* kPersonLabel = "pawl: needs a person";

// `why`: what was tried, and why it did not help. A label that the forge refuses is no trouble.
Status hand_over(const Workshop& shop, forge::Forge& forge, const std::vector<RedCheck>& red,
                 const std::string& why);

}  // namespace pawl::stages
