// Whether the work of a run is in its base branch, by whatever commit.
#pragma once

#include <optional>
#include <string>

#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"

namespace pawl::forge {

// The head of the run's pull request, when that is merged and the base branch of the target holds
// what the merge made: as its own commits or as one squashed commit, and whether the pull request's
// branch is there or gone. Nothing otherwise. Of a target elsewhere the forge is believed.
Answer<std::optional<std::string>> landed_head(Forge& forge, git::Git& git,
                                               const git::Target& target, const std::string& run);

}  // namespace pawl::forge
