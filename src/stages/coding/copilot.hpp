// The reviewer of GitHub's own, by its login.
#pragma once

#include <string_view>

#include "base/text/text.hpp"

namespace pawl::stages {

inline constexpr const char* kCopilot = "copilot-pull-request-reviewer[bot]";
inline bool is_copilot(std::string_view login) { return starts_with_folded(login, "copilot"); }

}  // namespace pawl::stages
