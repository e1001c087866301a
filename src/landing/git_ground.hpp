// The ground of real landings: repositories on this machine, by the git program.
#pragma once

#include <functional>

#include "landing/ground.hpp"

namespace pawl::landing {

struct GitGroundPlan {
  const Ports& ports;
  const git::Target& target;
  const Wish& wish;
  std::string run;
  std::string scratch;  // of Pawl's own: for merges and copies
  std::function<void(std::string_view)> progress = {};
};

// All of the plan is borrowed.
std::unique_ptr<Ground> git_ground(GitGroundPlan plan);

}  // namespace pawl::landing
