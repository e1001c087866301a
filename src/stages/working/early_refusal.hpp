// Findings that no guard of the judge made.
#pragma once

#include <string>
#include <vector>

#include "guards/guard.hpp"

namespace pawl::stages {

// Findings that stand beside what the judge says of a change, and as whose refusal they are told.
struct EarlyRefusal {
  std::vector<guards::Finding> findings;
  std::string guard;
  std::string event;
  std::string tier;
};

}  // namespace pawl::stages
