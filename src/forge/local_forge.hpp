// The forge that needs no network: rows of pawl.db over any git repository of this machine. Merging
// never touches a checkout that has work in it, and runs no hook of the target.
#pragma once

#include <memory>

#include "forge/open_forge.hpp"

namespace pawl::forge {

// The URL of a pull request or issue is `local:<name of the target>#<number>`.
std::unique_ptr<Forge> local_forge(const ForgeSetup& setup);

}  // namespace pawl::forge
