// Whether the lock of a Helm chart says the same as the chart itself: Helm refuses to build from a
// lock that does not.
#pragma once

#include <string>
#include <string_view>

#include "repo/views/view.hpp"

namespace pawl::guards {

// How Chart.lock (or requirements.lock) of the folder contradicts its chart, in one sentence; empty
// when it does not, or when one of them is not there or cannot be read.
std::string helm_lock_fault(const repo::RepoView& tree, std::string_view folder);

}  // namespace pawl::guards
