#include "stages/working/reproduction.hpp"

#include <doctest/doctest.h>

#include "repo/views/view.hpp"

namespace pawl::stages::reproduction_test {
namespace {

git::FileChange file(const char* path, std::optional<std::string> before, std::string after) {
  return {.path = RepoPath::parse(path).value(),
          .action = before ? git::Action::modify : git::Action::create,
          .before = std::move(before),
          .after = std::move(after)};
}

Reproduction shown() {
  return {
      .subtask = "T000-S01",
      .change = {.files = {file("tests/test_box.py", std::nullopt, "assert open() == 1\n")}},
      .failures = {{"tests/test_box.py::test_open", "tests/test_box.py", "assert 7 == 1", "py"}},
      .stack = "Python"};
}

planner::Subtask subtask(std::string id, std::vector<std::string> hints) {
  return {
      .id = std::move(id), .title = "title", .description = "what", .file_hints = std::move(hints)};
}

using Hints = std::vector<std::string>;

}  // namespace

TEST_CASE("a fix comes with the test, and changes no file of it") {
  const git::Change fix{.files = {file("box.py", "7\n", "1\n"), file("z.py", "7\n", "1\n")}};
  CHECK_FALSE(refuse_changed_test(shown(), fix));
  const git::Change both = with_reproduction(shown(), fix);
  REQUIRE(both.files.size() == 3);
  CHECK(both.files[0].path.text() == "box.py");
  CHECK(both.files[1].path.text() == "tests/test_box.py");
  CHECK(both.files[2].path.text() == "z.py");
  const auto refusal = refuse_changed_test(shown(), both);
  REQUIRE(refusal);
  CHECK(refusal->guard == "test-tampering");
  REQUIRE(refusal->findings.size() == 1);
  CHECK(refusal->findings[0].rule == "test-tampering/changed-reproduction");
}

TEST_CASE("guards get the test as it was tried") {
  const guards::Reproduction guarded = shown().guarded();
  CHECK(guarded.ids == Hints{"tests/test_box.py::test_open"});
  REQUIRE(guarded.files.size() == 1);
  CHECK(guarded.files[0].text == "assert open() == 1\n");
  CHECK(guarded.stack == "Python");
  CHECK(guarded.folder == "py");
}

TEST_CASE("a test does not fit a tree in which its file is another one") {
  CHECK(why_unfit(shown(), *repo::memory_view({{"box.py", "7\n"}})).empty());
  CHECK_FALSE(why_unfit(shown(), *repo::memory_view({{"tests/test_box.py", "other\n"}})).empty());
  Reproduction longer = shown();
  longer.change.files = {file("tests/test_box.py", "old\n", "old\nnew\n")};
  CHECK(why_unfit(longer, *repo::memory_view({{"tests/test_box.py", "old\n"}})).empty());
  CHECK_FALSE(why_unfit(longer, *repo::memory_view({{"box.py", "7\n"}})).empty());
}

TEST_CASE("a fix has the code of all subtasks behind it") {
  planner::TaskPlan plan;
  planner::Subtask removal = subtask("T001-S03", {"old.py"});
  removal.action = planner::SubtaskAction::remove;
  plan.tasks.push_back({.id = "T001",
                        .subtasks = {subtask("T001-S01", {"box.py", "tests/test_box.py"}),
                                     subtask("T001-S02", {"lid.py", "box.py"}), removal}});
  plan.tasks.push_back({.id = "T002", .subtasks = {subtask("T002-S01", {"README.md"})}});
  const planner::Subtask fix = fix_of(shown(), plan.tasks[0].subtasks[0], plan);
  CHECK(fix.id == "T001-S01");
  CHECK(fix.file_hints == Hints{"box.py", "lid.py"});
  CHECK(fix.description == "what\nAlso: title. what");
  CHECK(fix.tests == Hints{"tests/test_box.py::test_open"});
  CHECK(fix_of(shown(), plan.tasks[0].subtasks[1], plan).file_hints == Hints{"lid.py", "box.py"});
}

TEST_CASE("work on code, on tests, and on neither are told apart") {
  CHECK(mends_code(subtask("a", {"README.md", "box.py"})));
  CHECK_FALSE(mends_code(subtask("a", {"README.md"})));
  CHECK_FALSE(mends_code(subtask("a", {"tests/test_box.py"})));
  CHECK(writes_tests(subtask("a", {"tests/test_box.py"})));
  CHECK_FALSE(writes_tests(subtask("a", {"tests/test_box.py", "box.py"})));
  planner::Subtask test = subtask("a", {"tests/test_box.py"});
  test.reproduces = true;
  CHECK_FALSE(writes_tests(test));
  CHECK_FALSE(mends_code(test));
}

TEST_CASE("it is fixed by the commit that makes all of its tests pass") {
  run::RunState state;
  state.subtasks["T001-S01"] = {.status = run::SubtaskStatus::committed, .tests_fixed = {"b"}};
  CHECK(fixed_by({"a", "b"}, state).empty());
  state.subtasks["T001-S02"] = {.status = run::SubtaskStatus::committed, .tests_fixed = {"b", "a"}};
  CHECK(fixed_by({"a", "b"}, state) == "T001-S02");
  state.subtasks["T001-S02"].status = run::SubtaskStatus::failed;
  CHECK(fixed_by({"a", "b"}, state).empty());
}

}  // namespace pawl::stages::reproduction_test
