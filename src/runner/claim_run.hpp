// The id of a new run.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "os/files/files.hpp"
#include "os/random.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

struct NewRun {
  RunId id;
  std::string hex;  // the random digits of the id
};

// An id that no run has, with the run's folder made: it is this process's from now on. Six hex
// digits are not enough to be different by themselves. conflict when none is free after many tries.
Result<NewRun> claim_run(os::Files& files, os::Random& random, const store::Layout& layout,
                         std::string_view name);

}  // namespace pawl::runner
