// A forge in memory, over the target of a world: it opens a second pull request where it is asked
// for one, and some of its answers are lost after what was asked for was done.
#pragma once

#include <memory>

#include "forge/forge.hpp"
#include "simulation/world.hpp"

namespace pawl::simulation {

// `local`: the target's own forge, which has no pull requests here.
std::unique_ptr<forge::Forge> memory_forge(World& world, bool local);

}  // namespace pawl::simulation
