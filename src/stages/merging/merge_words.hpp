// How parallel groups came together, kept for whoever speaks of the run as a whole.
#pragma once

#include <string>

#include "stages/stage.hpp"

namespace pawl::stages {

// An artifact: of each group the newest, `{group, policy, branches: [{branch, outcome, reason}]}`.
inline constexpr std::string_view kMerges = "merges.json";

Status keep_merge(const Scope& scope, const Json& merge);

// A list of Markdown for a pull request; empty where no group merged anything.
std::string merge_words(const Scope& scope);

}  // namespace pawl::stages
