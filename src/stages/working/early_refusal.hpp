// Findings that no guard of the judge made.
#pragma once

#include <string>
#include <vector>

#include "guards/guard.hpp"

namespace pawl::stages {

// Findings beside the judge's own of a change, and the guard, event and tier they are reported as.
struct EarlyRefusal {
  std::vector<guards::Finding> findings;
  std::string guard;
  std::string event;
  std::string tier;
};

}  // namespace pawl::stages
