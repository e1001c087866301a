// GitHub, on github.com or a server of one's own.
#pragma once

#include <memory>

#include "forge/open_forge.hpp"

namespace pawl::forge {

// The target has to be a repository there (invalid otherwise).
Result<std::unique_ptr<Forge>> github_forge(const ForgeSetup& setup);

}  // namespace pawl::forge
