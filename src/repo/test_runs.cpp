#include "repo/test_runs.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace pawl::repo {
namespace {

bool fails_in(const CheckRun& run, std::string_view id) {
  return std::any_of(run.failing.begin(), run.failing.end(),
                     [&](const FailingTest& test) { return test.id == id; });
}

bool passes_in(const CheckRun& run, std::string_view id) {
  // The run as a whole.
  if (id == run.command) return run.outcome == CheckOutcome::passed;
  if (run.every_id || run.outcome == CheckOutcome::unknown) {
    return std::any_of(run.passing.begin(), run.passing.end(),
                       [&](const TestName& test) { return test.id == id; });
  }
  // Where a tool names only what fails, a test it does not name has passed; where it named no test
  // at all, nobody knows.
  const bool names = run.outcome == CheckOutcome::passed ||
                     (!run.failing.empty() && run.failing.front().id != run.command);
  return names && !fails_in(run, id);
}

std::string note_on(std::size_t flaky) {
  return counted(flaky, "test") + " failed once and passed when run again";
}

}  // namespace

TestRuns::TestRuns(const std::set<std::string, std::less<>>& known_failing, CheckRun first)
    : known_failing_(known_failing) {
  add(std::move(first));
}

std::vector<TestRuns::Count> TestRuns::counts() const {
  std::vector<Count> all;
  for (const CheckRun& run : runs_) {
    for (const FailingTest& test : run.failing) {
      const bool known = std::any_of(all.begin(), all.end(),
                                     [&](const Count& one) { return one.test.id == test.id; });
      if (!known) all.push_back({.test = test});
    }
  }
  for (Count& one : all) {
    for (const CheckRun& run : runs_) {
      if (fails_in(run, one.test.id)) {
        ++one.failed;
      } else if (passes_in(run, one.test.id)) {
        ++one.passed;
      }
    }
  }
  return all;
}

bool TestRuns::in_doubt() const {
  const std::vector<Count> all = counts();
  return std::any_of(all.begin(), all.end(), [&](const Count& one) {
    return one.failed == 1 && one.passed == 0 && !known_failing_.contains(one.test.id);
  });
}

CheckRun TestRuns::result() const {
  CheckRun run = runs_.back();
  run.failing.clear();
  run.duration = Milliseconds(0);
  for (const CheckRun& one : runs_) run.duration += one.duration;
  for (Count& one : counts()) {
    (one.passed > 0 ? run.flaky : run.failing).push_back(std::move(one.test));
  }
  if (run.flaky.empty()) return run;
  std::erase_if(run.passing, [&](const TestName& name) {
    return std::any_of(run.flaky.begin(), run.flaky.end(),
                       [&](const FailingTest& test) { return test.id == name.id; });
  });
  run.reason = note_on(run.flaky.size());
  if (run.failing.empty()) {
    run.outcome = CheckOutcome::passed;
  } else {
    run.outcome = CheckOutcome::failed;
    run.reason = counted(run.failing.size(), "test") +
                 " failed: " + printable(run.failing.front().id, 120) + "; " + run.reason;
  }
  return run;
}

}  // namespace pawl::repo
