#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/rules/plan_rules.hpp"
#include "planner/rules/test_places.hpp"

namespace pawl::planner::test_first_test {
namespace {

using Files = std::map<std::string, std::string>;

IssueWork issue_about(const std::vector<std::string>& paths) {
  IssueWork issue{.number = 3, .title = "The box", .body = "", .files = {}};
  for (const std::string& path : paths) issue.files.push_back({.path = path, .spelled = path});
  return issue;
}

struct World {
  explicit World(Files given, const std::vector<std::string>& cited = {"box.py"})
      : files(std::move(given)), issue(issue_about(cited)) {}
  Files files;
  IssueWork issue;
  std::unique_ptr<repo::RepoView> view = repo::memory_view(files);
  std::unique_ptr<index::CodeIndex> index = index::memory_index({files.begin(), files.end()});
  analyzers::Report report;
  PlanFacts facts{.report = report,
                  .view = *view,
                  .failures = {},
                  .graph = &index->head(),
                  .vertical = *vertical_named("fix"),
                  .issue = &issue,
                  .judged_by_tests = true};
};

const Files kPython{{"README.md", "# Box\n"},
                    {"box.py", "def open_box():\n    return 7\n"},
                    {"lid.py", "def shut():\n    return 0\n"},
                    {"tests/test_lid.py", "from lid import shut\n"}};

Subtask subtask(std::string id, std::vector<std::string> hints) {
  return {.id = std::move(id), .title = "Mend", .description = "", .file_hints = std::move(hints)};
}

TaskPlan plan_of(std::vector<Subtask> subtasks) {
  TaskPlan plan;
  plan.tasks.push_back({.id = "T001",
                        .title = "t",
                        .metric = "build",
                        .description = "",
                        .subtasks = std::move(subtasks)});
  return plan;
}

std::string spelled(const TaskPlan& plan) {
  std::vector<std::string> out;
  for (const Task& task : plan.tasks) {
    for (const Subtask& each : task.subtasks) {
      out.push_back(each.id + (each.reproduces ? "! " : " ") + join(each.file_hints, "+"));
    }
  }
  return join(out, ", ");
}

}  // namespace

TEST_CASE("a test of what the issue reports comes before its fix") {
  World world(kPython);
  const TaskPlan planned = plan_of({subtask("T001-S01", {"box.py"})});
  const RuledPlan ruled = apply_rules(planned, world.facts);
  CHECK(spelled(ruled.plan) == "T000-S01! tests/test_box.py, T001-S01 box.py");
  CHECK(ruled.plan.tasks[0].subtasks[0].action == SubtaskAction::create);
  CHECK(contains(ruled.plan.tasks[0].subtasks[0].description, "Write ONE test of box.py"));
  REQUIRE(ruled.applied.size() == 1);
  CHECK(ruled.applied[0].rule->id == "test-first");
  CHECK(check_plan(to_json(ruled.plan), *world.view, [](const RepoPath&) { return std::string(); })
            .plan.tasks[0]
            .subtasks[0]
            .reproduces);
  const auto kept = plan_from_json(to_json(ruled.plan));
  REQUIRE(kept);
  CHECK(kept->tasks[0].subtasks[0].reproduces);
  // Through the rules once more, nothing is added.
  CHECK(apply_rules(ruled.plan, world.facts).applied.empty());
  CHECK(spelled(apply_rules(planned, world.facts, {"test-first"}).plan) == "T001-S01 box.py");
}

TEST_CASE("no test is asked for that would show nothing") {
  World world(kPython);
  std::vector<std::string> hints{"box.py"};
  SUBCASE("tests are not run, or judge nothing") { world.facts.judged_by_tests = false; }
  SUBCASE("a test fails for it already") {
    world.facts.failures = {{"tests/test_lid.py::test_shut", "tests/test_lid.py", "no", ""}};
  }
  SUBCASE("it is no issue's") { world.facts.issue = nullptr; }
  SUBCASE("who works mends no code") { world.facts.mends_code = false; }
  SUBCASE("the test may not be written") {
    world.facts.forbidden = [](const RepoPath& path) {
      return std::string(path.text().starts_with("tests/") ? "no" : "");
    };
  }
  CHECK(spelled(test_first(plan_of({subtask("T001-S01", hints)}), world.facts).plan) ==
        "T001-S01 box.py");
}

TEST_CASE("documents need no test, and no other plan has such work") {
  World world(kPython, {"README.md"});
  CHECK(spelled(apply_rules(plan_of({subtask("T001-S01", {"README.md"})}), world.facts).plan) ==
        "T001-S01 README.md");
  Subtask test = subtask("T001-S01", {"tests/test_lid.py"});
  test.reproduces = true;
  world.facts.issue = nullptr;
  const RuleOutcome dropped =
      test_first(plan_of({test, subtask("T001-S02", {"box.py"})}), world.facts);
  CHECK(spelled(dropped.plan) == "T001-S02 box.py");
  REQUIRE(dropped.dropped.size() == 1);
  CHECK(dropped.dropped[0].what == "T001-S01");
  // One that may touch code is none.
  world.facts.issue = &world.issue;
  test.file_hints.push_back("box.py");
  CHECK(test_first(plan_of({test}), world.facts).plan.tasks.empty());
}

TEST_CASE("a test is written where the tests of its language are") {
  struct Row {
    const char* about;
    std::vector<std::string> files;
    std::string code;
    std::string places;
  };
  const Row rows[] = {
      {"its own test is there", {"box.py", "test_box.py", "test_lid.py"}, "box.py", "test_box.py"},
      {"named as the others",
       {"src/box.py", "tests/unit/test_lid.py"},
       "src/box.py",
       "tests/unit/test_box.py"},
      {"beside the code",
       {"src/a/box.ts", "src/b/lid.ts", "src/b/lid.test.ts"},
       "src/a/box.ts",
       "src/a/box.test.ts"},
      {"in the package", {"a/box.go", "b/lid.go", "b/lid_test.go"}, "a/box.go", "a/box_test.go"},
      {"in the package's test folder",
       {"src/main/java/a/Box.java", "src/test/java/b/LidTest.java"},
       "src/main/java/a/Box.java",
       "src/test/java/a/BoxTest.java"},
      {"no tests of that language", {"box.py", "lid.go", "lid_test.go"}, "box.py", ""},
      {"others' tests do not count", {"box.py", "node_modules/x/test_lid.py"}, "box.py", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Files files;
    for (const std::string& path : row.files) files[path] = "";
    const auto view = repo::memory_view(files);
    CHECK(join(test_places(issue_about({row.code}), *view, nullptr), " ") == row.places);
  }
}

TEST_CASE("a test that imports the code is its test") {
  const World world({{"box.py", "def open_box():\n    return 7\n"},
                     {"test_all.py", "from box import open_box\n"},
                     {"test_lid.py", "import json\n"}});
  CHECK(join(test_places(world.issue, *world.view, world.facts.graph), " ") == "test_all.py");
}

TEST_CASE("who writes the test is told that it has to fail") {
  World world(kPython);
  const RuledPlan ruled = apply_rules(plan_of({subtask("T001-S01", {"box.py"})}), world.facts);
  const Task& task = ruled.plan.tasks[0];
  const llm::Room room;
  const Result<Prompt> prompt =
      worker_prompt({.task = task,
                     .subtask = task.subtasks[0],
                     .files = {{.path = "tests/test_box.py", .text = {}, .exists = false}},
                     .denied = {},
                     .issue = &world.issue,
                     .tested = {{.path = "box.py", .text = kPython.at("box.py")}}},
                    room);
  REQUIRE(prompt);
  CHECK(contains(prompt->user, "The test has to fail on it as it is"));
  CHECK_FALSE(contains(prompt->user, "has to pass on this code"));
  CHECK(contains(prompt->user, "return 7"));
}

}  // namespace pawl::planner::test_first_test
