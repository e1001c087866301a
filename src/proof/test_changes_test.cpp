#include "proof/test_changes.hpp"

#include <doctest/doctest.h>

namespace pawl::proof::test_changes_test {

repo::CheckRun run_of(std::vector<std::string> passing, std::vector<std::string> failing,
                      bool every_id = true) {
  repo::CheckRun run;
  run.stack = "Python";
  run.outcome = failing.empty() ? repo::CheckOutcome::passed : repo::CheckOutcome::failed;
  run.every_id = every_id;
  for (const std::string& id : passing) run.passing.push_back({.id = id, .file = {}});
  for (const std::string& id : failing) {
    run.failing.push_back({.id = id, .file = {}, .message = {}});
  }
  return run;
}

repo::CheckResults results_of(repo::CheckRun run) {
  repo::CheckResults results;
  results.ran = true;
  results.tests.push_back(std::move(run));
  return results;
}

std::vector<std::string> names(const std::vector<TestIdentity>& tests) {
  std::vector<std::string> out;
  for (const TestIdentity& test : tests) out.push_back(test.test);
  return out;
}

using Names = std::vector<std::string>;

TEST_CASE("each test is fixed, broken, new or gone by its name") {
  const TestChanges changes =
      test_changes(results_of(run_of({"same", "breaks", "gone"}, {"fixed"})),
                   results_of(run_of({"same", "fixed", "new"}, {"breaks"})));
  CHECK(names(changes.fixed) == Names{"fixed"});
  CHECK(names(changes.broken) == Names{"breaks"});
  CHECK(names(changes.fresh) == Names{"new"});
  CHECK(names(changes.gone) == Names{"gone"});
  CHECK(changes.all_named);
}

TEST_CASE("a runner that names failures only says nothing of what is new or gone") {
  const TestChanges changes = test_changes(results_of(run_of({}, {"fixed"}, false)),
                                           results_of(run_of({}, {"breaks"}, false)));
  CHECK(names(changes.fixed) == Names{"fixed"});
  CHECK(names(changes.broken) == Names{"breaks"});
  CHECK(changes.fresh.empty());
  CHECK(changes.gone.empty());
  CHECK_FALSE(changes.all_named);
}

TEST_CASE("a test that is gone, skipped or flaky now was not fixed") {
  repo::CheckRun after = run_of({"other"}, {});
  after.skipped.push_back({.id = "skipped", .file = {}});
  after.flaky.push_back({.id = "flaky", .file = {}, .message = {}});
  const TestChanges changes =
      test_changes(results_of(run_of({"other"}, {"gone", "skipped", "flaky"})), results_of(after));
  CHECK(changes.fixed.empty());
  CHECK(names(changes.gone) == Names{"gone"});
}

TEST_CASE("what could not be judged on one side is in no list") {
  repo::CheckRun unknown = run_of({}, {"a"});
  unknown.outcome = repo::CheckOutcome::unknown;
  const TestChanges changes = test_changes(results_of(unknown), results_of(run_of({"b"}, {"a"})));
  CHECK(changes.fresh.empty());
  CHECK(changes.broken.empty());
  CHECK(test_changes({}, {}).all_named);
}

}  // namespace pawl::proof::test_changes_test
