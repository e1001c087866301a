#include "stages/planning/solved.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"

namespace pawl::stages::solved_test {
namespace {

repo::CheckRun tests(std::vector<std::string> failing, std::optional<int> passed) {
  repo::CheckRun run;
  run.outcome = failing.empty() ? repo::CheckOutcome::passed : repo::CheckOutcome::failed;
  for (std::string& id : failing) run.failing.push_back({.id = std::move(id)});
  run.tests_passed = passed;
  return run;
}

std::string mended(repo::CheckRun base, repo::CheckRun head) {
  guards::Evidence evidence;
  evidence.tests = {{.base = std::move(base), .head = std::move(head)}};
  return join(mended_tests(&evidence), " ");
}

std::string spelled(const std::vector<guards::LockedSymbol>& locked) {
  std::string out;
  for (const guards::LockedSymbol& each : locked) {
    out += each.path.text() + " " + each.qualified + " " + each.by + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("a test is mended when it failed before, and one more passes after") {
  CHECK(mended(tests({"a", "b"}, 3), tests({"b"}, 4)) == "a");
  CHECK(mended(tests({"a", "b"}, 3), tests({}, 5)) == "a b");
  CHECK(mended(tests({"a"}, 3), tests({"a"}, 3)).empty());
  // It is gone, rather than mended.
  CHECK(mended(tests({"a"}, 3), tests({}, 3)).empty());
  CHECK(mended(tests({"a"}, {}), tests({}, {})).empty());
  repo::CheckRun skipped = tests({}, 4);
  skipped.skipped = {{.id = "a"}};
  CHECK(mended(tests({"a"}, 3), skipped).empty());
  CHECK(mended(tests({}, 3), tests({}, 4)).empty());
  repo::CheckRun unknown = tests({}, 4);
  unknown.outcome = repo::CheckOutcome::unknown;
  CHECK(mended(tests({"a"}, 3), unknown).empty());
  CHECK(mended_tests(nullptr).empty());
  guards::Evidence only_head;
  only_head.tests = {{.base = {}, .head = tests({}, 4)}};
  CHECK(mended_tests(&only_head).empty());
}

TEST_CASE("a test that is named among those that pass is mended") {
  repo::CheckRun head = tests({}, {});
  head.every_id = true;
  CHECK(mended(tests({"a"}, {}), head).empty());
  head.passing = {{.id = "a"}};
  CHECK(mended(tests({"a", "b"}, {}), head) == "a");
}

TEST_CASE("commits that mended tests lock what they changed") {
  git::Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "printf 'def f():\\n    return 1\\n\\n\\ndef g():\\n    return 2\\n' > a.py;"
         "git add -A; git commit -qm zero;"
         "printf 'def f():\\n    return 3\\n\\n\\ndef g():\\n    # two\\n    return 2\\n' > a.py;"
         "printf 'class C:\\n    def m(self): pass\\n' > b.py; echo x > c.md;"
         "git add -A; git commit -qm one;"
         "printf 'def h(): pass\\n' > d.py; git add -A; git commit -qm two");
  run::RunState state;
  state.subtasks["T001-S01"] = {.status = run::SubtaskStatus::committed,
                                .commit = lab.sh(repo, "git rev-parse HEAD^"),
                                .tests_fixed = {"test_f"}};
  state.subtasks["T001-S02"] = {.status = run::SubtaskStatus::committed,
                                .commit = lab.sh(repo, "git rev-parse HEAD")};
  git::ObjectReader objects(lab.git(), repo);
  const auto locked = locked_symbols(objects, state);
  REQUIRE(locked);
  CHECK(spelled(*locked) == "a.py f T001-S01\nb.py C T001-S01\nb.py C.m T001-S01\n");
  state.subtasks["T001-S01"].commit = "0123456789012345678901234567890123456789";
  CHECK_FALSE(locked_symbols(objects, state));
}

}  // namespace pawl::stages::solved_test
