#include "repo/checks/test_runs.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

using Ids = std::unordered_set<std::string_view>;

constexpr int kRunsMax = 3;
constexpr int kFailuresThatCount = 2;

template <class Tests>
Ids ids_of(const Tests& tests) {
  Ids ids;
  for (const auto& test : tests) ids.insert(test.id);
  return ids;
}

// What a run says of each test.
struct Said {
  explicit Said(const CheckRun& one)
      : run(one), failing(ids_of(one.failing)), passing(ids_of(one.passing)) {}

  bool passes(std::string_view id) const {
    // The run as a whole.
    if (id == run.command) return run.outcome == CheckOutcome::passed;
    if (run.every_id || run.outcome == CheckOutcome::unknown) return passing.contains(id);
    // Where a tool names only what fails, a test it does not name has passed; where it named no
    // test at all, nobody knows.
    const bool names = run.outcome == CheckOutcome::passed ||
                       (!run.failing.empty() && run.failing.front().id != run.command);
    return names && !failing.contains(id);
  }

  const CheckRun& run;
  Ids failing;
  Ids passing;
};

std::string note_on(std::size_t flaky) {
  return counted(flaky, "test") + " failed once and passed when run again";
}

}  // namespace

TestRuns::TestRuns(const KnownTests& known, CheckRun first) : known_(known) {
  add(std::move(first));
}

std::vector<TestRuns::Count> TestRuns::counts() const {
  std::vector<Count> all;
  std::vector<Said> said;
  std::unordered_map<std::string_view, std::size_t> known;
  for (const CheckRun& run : runs_) {
    said.emplace_back(run);
    for (const FailingTest& test : run.failing) {
      const auto [first, is_new] = known.emplace(test.id, all.size());
      if (is_new) {
        all.push_back({.test = test});
        continue;
      }
      FailingTest& one = all[first->second].test;
      one.alike = one.alike && one.message == test.message;
    }
  }
  for (Count& one : all) {
    for (const Said& run : said) {
      if (run.failing.contains(one.test.id)) {
        ++one.failed;
      } else if (run.passes(one.test.id)) {
        ++one.passed;
      }
    }
  }
  return all;
}

bool TestRuns::in_doubt() const {
  const std::vector<Count> all = counts();
  const int runs = static_cast<int>(runs_.size());
  return std::any_of(all.begin(), all.end(), [&](const Count& one) {
    if (one.passed > 0 || known_.failing.contains(one.test.id)) return false;
    const bool flaky = known_.flaky.contains(one.test.id);
    const int enough = flaky ? kFlakyRunsMax : kFailuresThatCount;
    return one.failed < enough && runs < (flaky ? kFlakyRunsMax : kRunsMax);
  });
}

CheckRun TestRuns::result() const {
  CheckRun run = runs_.back();
  run.failing.clear();
  run.duration = Milliseconds(0);
  for (const CheckRun& one : runs_) run.duration += one.duration;
  for (Count& one : counts()) {
    one.test.times = one.failed;
    (one.passed > 0 ? run.flaky : run.failing).push_back(std::move(one.test));
  }
  if (run.flaky.empty()) return run;
  const Ids flaky = ids_of(run.flaky);
  std::erase_if(run.passing, [&](const TestName& name) { return flaky.contains(name.id); });
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
