#include "repo/checks/test_runs.hpp"

#include <doctest/doctest.h>

#include "repo/checks/checks_json.hpp"

namespace pawl::repo::test_runs_test {
namespace {

using Ids = std::vector<std::string>;
const KnownTests kNoneKnown;

CheckRun run_of(const Ids& failing, const Ids& passing, bool every_id = true) {
  CheckRun run;
  run.command = "npm test";
  run.outcome = failing.empty() ? CheckOutcome::passed : CheckOutcome::failed;
  for (const std::string& id : failing)
    run.failing.push_back({.id = id, .file = {}, .message = {}});
  for (const std::string& id : passing) run.passing.push_back({id, {}});
  run.every_id = every_id;
  run.duration = Milliseconds(10);
  return run;
}

template <class Tests>
Ids ids(const Tests& tests) {
  Ids out;
  for (const auto& test : tests) out.push_back(test.id);
  return out;
}

TEST_CASE("a failure that comes back counts, one that does not is flaky") {
  struct Row {
    const char* about;
    std::vector<CheckRun> runs;
    Ids failing;
    Ids flaky;
    CheckOutcome outcome;
  };
  const Row rows[] = {
      {"twice", {run_of({"a"}, {"b"}), run_of({"a"}, {"b"})}, {"a"}, {}, CheckOutcome::failed},
      {"once", {run_of({"a"}, {"b"}), run_of({}, {"a", "b"})}, {}, {"a"}, CheckOutcome::passed},
      {"another one the second time",
       {run_of({"a"}, {"b"}), run_of({"b"}, {"a"})},
       {},
       {"a", "b"},
       CheckOutcome::passed},
      {"one of two",
       {run_of({"a", "b"}, {}), run_of({"a"}, {"b"})},
       {"a"},
       {"b"},
       CheckOutcome::failed},
      {"a tool that names only failures",
       {run_of({"a", "b"}, {}, false), run_of({"a"}, {}, false)},
       {"a"},
       {"b"},
       CheckOutcome::failed},
      {"a run that named nothing says nothing",
       {run_of({"a"}, {}, false), run_of({"npm test"}, {}, false)},
       {"a", "npm test"},
       {},
       CheckOutcome::failed},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    TestRuns runs(kNoneKnown, row.runs[0]);
    CHECK(runs.in_doubt());
    for (std::size_t i = 1; i < row.runs.size(); ++i) runs.add(row.runs[i]);
    const CheckRun result = runs.result();
    CHECK(ids(result.failing) == row.failing);
    CHECK(ids(result.flaky) == row.flaky);
    CHECK(result.outcome == row.outcome);
    CHECK(result.duration == Milliseconds(10) * static_cast<int>(row.runs.size()));
  }
}

TEST_CASE("what is known to fail is not run again") {
  const KnownTests known{.failing = {"a"}, .flaky = {}};
  CHECK_FALSE(TestRuns(known, run_of({"a"}, {"b"})).in_doubt());
  CHECK(TestRuns(known, run_of({"a", "c"}, {"b"})).in_doubt());
  CHECK_FALSE(TestRuns(known, run_of({}, {"b"})).in_doubt());
}

TEST_CASE("a test that is known to be flaky is asked until it passes or failed often enough") {
  struct Row {
    const char* about;
    std::vector<CheckRun> runs;  // all that are made
    Ids failing;
    Ids flaky;
    int times;  // of the first test that fails
  };
  const CheckRun fails = run_of({"a"}, {"b"});
  const CheckRun passes = run_of({}, {"a", "b"});
  const CheckRun silent = run_of({"b"}, {});
  const Row rows[] = {
      {"it passes the second time", {fails, passes}, {}, {"a"}, 0},
      {"it passes at last", {fails, fails, fails, fails, passes}, {}, {"a"}, 0},
      {"it fails each time", {fails, fails, fails, fails, fails}, {"a"}, {}, 5},
      {"one run does not name it", {fails, silent, fails, fails, fails}, {"a"}, {"b"}, 4},
  };
  const KnownTests known{.failing = {}, .flaky = {"a"}};
  for (const Row& row : rows) {
    CAPTURE(row.about);
    TestRuns runs(known, row.runs[0]);
    for (std::size_t i = 1; i < row.runs.size(); ++i) {
      CHECK(runs.in_doubt());
      runs.add(row.runs[i]);
    }
    CHECK_FALSE(runs.in_doubt());
    const CheckRun result = runs.result();
    CHECK(ids(result.failing) == row.failing);
    CHECK(ids(result.flaky) == row.flaky);
    if (!row.failing.empty()) CHECK(result.failing[0].times == row.times);
  }
  // Any other test counts after its second failure, and is not asked more than three times.
  TestRuns plain(kNoneKnown, fails);
  plain.add(fails);
  CHECK_FALSE(plain.in_doubt());
  CHECK(plain.result().failing[0].times == 2);
}

TEST_CASE("whether a test says the same each time it fails is told") {
  const auto says = [](const char* message) {
    CheckRun run = run_of({}, {"b"});
    run.outcome = CheckOutcome::failed;
    run.failing = {{.id = "a", .file = {}, .message = message}};
    return run;
  };
  TestRuns alike(kNoneKnown, says("7 is not 1"));
  alike.add(says("7 is not 1"));
  CHECK(alike.result().failing.at(0).alike);
  TestRuns random(kNoneKnown, says("7 is not 1"));
  random.add(says("7 is not 2"));
  CHECK_FALSE(random.result().failing.at(0).alike);
  CheckResults results;
  results.tests = {random.result()};
  const auto back = check_results_from_json(to_json(results));
  REQUIRE(back.ok());
  CHECK_FALSE(back->tests[0].failing[0].alike);
}

TEST_CASE("results come back from JSON as they were") {
  CheckRun run = run_of({"a"}, {"b"});
  run.stack = "npm";
  run.folder = "web";
  run.passing.push_back({"c", "c.test.js"});
  run.skipped = {{"d", {}}};
  run.flaky = {{.id = "e", .file = "e.test.js", .message = "1 is not 2", .times = 3}};
  run.inconclusive = {{.id = "h", .file = {}, .message = {}, .times = 2}};
  run.unjudged = {{.id = "f", .file = {}, .message = "Cannot find module 'g'"}};
  run.diagnostics = {
      {.path = "a.ts", .line = 3, .column = 7, .code = "TS1", .message = "no", .tool = "tsc"}};
  run.tests_passed = 2;
  run.no_tests = true;
  run.output = "out";
  CheckResults results;
  results.ran = true;
  results.tests = {run};
  results.sandbox = {.level = os::SandboxLevel::full, .reason = {}};
  const auto back = check_results_from_json(to_json(results));
  REQUIRE(back.ok());
  CHECK(to_json(*back) == to_json(results));
  REQUIRE(back->tests.size() == 1);
  CHECK(back->tests[0].diagnostics == run.diagnostics);
  CHECK(back->tests[0].passing == run.passing);
  CHECK(back->tests[0].flaky == run.flaky);
  CHECK(back->tests[0].inconclusive == run.inconclusive);
  CHECK(back->sandbox.level == os::SandboxLevel::full);
  CHECK_FALSE(check_run_from_json(Json::object({{"outcome", "maybe"}})).ok());
}

}  // namespace
}  // namespace pawl::repo::test_runs_test
