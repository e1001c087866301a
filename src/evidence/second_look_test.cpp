#include "evidence/second_look.hpp"

#include <doctest/doctest.h>

#include <map>

namespace pawl::evidence::second_look_test {
namespace {

using repo::CheckOutcome;
using repo::CheckResults;
using repo::CheckRun;

CheckRun run_of(std::string stack, CheckOutcome outcome) {
  CheckRun run{.stack = std::move(stack), .folder = "", .command = "test"};
  run.outcome = outcome;
  if (outcome == CheckOutcome::unknown) run.reason = "no network";
  return run;
}

CheckResults results_of(std::vector<CheckRun> tests) {
  CheckResults results;
  results.tests = std::move(tests);
  results.ran = true;
  return results;
}

// Answers what a second run reports, and counts.
struct Again {
  CheckResults says;
  int asked = 0;
  std::vector<repo::PassedOver> passed_over;

  MeasureAgain measure() {
    return [this](std::vector<repo::PassedOver> over) {
      ++asked;
      passed_over = std::move(over);
      return says;
    };
  }
};

}  // namespace

TEST_CASE("a second look tells a change that cannot be run from a machine that cannot run it") {
  struct Row {
    const char* about;
    CheckOutcome base_again;
    CheckOutcome head_again;
    bool out_of_time;
    int heads_run;
    CheckOutcome base_after;
    CheckOutcome head_after;
  };
  using enum CheckOutcome;
  const Row rows[] = {
      {"the machine", unknown, passed, false, 0, unknown, unknown},
      {"the change", passed, unknown, false, 1, passed, unknown},
      {"an accident", passed, passed, false, 1, passed, passed},
      {"an accident that hid a failure", passed, failed, false, 1, passed, failed},
      {"a loop without end is not waited for twice", passed, passed, true, 0, passed, unknown},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CheckResults base = results_of({run_of("npm", passed), run_of("Go", passed)});
    CheckRun lost = run_of("npm", unknown);
    lost.out_of_time = row.out_of_time;
    CheckResults head = results_of({lost, run_of("Go", passed)});
    Again base_again{.says = results_of({run_of("npm", row.base_again), run_of("Go", unknown)})};
    Again head_again{.says = results_of({run_of("npm", row.head_again), run_of("Go", unknown)})};
    look_again(base, head, base_again.measure(), head_again.measure());
    CHECK(base_again.asked == 1);
    CHECK(head_again.asked == row.heads_run);
    CHECK(base.tests[0].outcome == row.base_after);
    CHECK(head.tests[0].outcome == row.head_after);
    // The other stack is neither run again nor changed.
    REQUIRE(base_again.passed_over.size() == 1);
    CHECK(base_again.passed_over.front().stack == "Go");
    CHECK(base.tests[1].outcome == passed);
    CHECK(head.tests[1].outcome == passed);
  }
}

TEST_CASE("where nothing was lost nothing is run again") {
  using enum CheckOutcome;
  struct Row {
    const char* about;
    CheckRun base;
    CheckRun head;
  };
  CheckRun none = run_of("npm", unknown);
  none.no_tests = true;
  const Row rows[] = {
      {"both pass", run_of("npm", passed), run_of("npm", passed)},
      {"it fails", run_of("npm", passed), run_of("npm", failed)},
      {"neither is known", run_of("npm", unknown), run_of("npm", unknown)},
      {"there are no tests any more", run_of("npm", passed), none},
      {"the base was not known", run_of("npm", unknown), run_of("npm", passed)},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CheckResults base = results_of({row.base});
    CheckResults head = results_of({row.head});
    Again again;
    look_again(base, head, again.measure(), again.measure());
    CHECK(again.asked == 0);
  }
}

TEST_CASE("a single test that cannot be run any more is looked at again") {
  using enum CheckOutcome;
  CheckRun before = run_of("npm", passed);
  before.passing = {{"opens", ""}, {"closes", ""}};
  CheckRun after = run_of("npm", passed);
  after.passing = {{"closes", ""}};
  after.unjudged = {{.id = "opens", .file = {}, .message = "no such package"}};
  CheckResults base = results_of({before});
  CheckResults head = results_of({after});
  // The package is gone from this machine.
  Again base_again{.says = results_of({after})};
  Again head_again;
  look_again(base, head, base_again.measure(), head_again.measure());
  CHECK(base_again.asked == 1);
  CHECK(head_again.asked == 0);
  CHECK(base.tests[0].passing.size() == 1);
}

}  // namespace pawl::evidence::second_look_test
