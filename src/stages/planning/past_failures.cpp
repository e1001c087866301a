#include "stages/planning/past_failures.hpp"

namespace pawl::stages {

planner::FailureHistory PastFailures::history() {
  return {.past = memory_.past,
          .now = memory_.at,
          .threshold = static_cast<int>(settings_.config.memory_threshold),
          .named_by_failing_test = [this](const std::string& path) { return is_named(path); }};
}

// The tests are read when a file would be left out for the first time.
bool PastFailures::is_named(const std::string& path) {
  if (!failing_ && asked_) {
    Result<FailingTests> tests = FailingTests::of(scope_, checkout_, index_);
    if (tests) failing_.emplace(*std::move(tests));
    if (!tests) asked_ = std::move(tests).error();
  }
  return failing_ && failing_->name(path);
}

}  // namespace pawl::stages
