#include "repo/checks/workflow_steps.hpp"

namespace pawl::repo {

std::vector<const Json*> steps_of_job(const Json& job) {
  std::vector<const Json*> steps;
  for (const Json& step : job["steps"].items()) {
    if (!step.has("parallel")) steps.push_back(&step);
    for (const Json& each : step["parallel"].items()) steps.push_back(&each);
  }
  return steps;
}

}  // namespace pawl::repo
