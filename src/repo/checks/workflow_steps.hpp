// The steps of a job of GitHub Actions.
#pragma once

#include <vector>

#include "base/json.hpp"

namespace pawl::repo {

// Borrowed from the job, in their order; in the place of a step that runs others side by side
// (`parallel`) these.
std::vector<const Json*> steps_of_job(const Json& job);

}  // namespace pawl::repo
