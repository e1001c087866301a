#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"
#include "planner/rules/plan_rules.hpp"

namespace pawl::planner::issue_rule_test {
namespace {

const std::map<std::string, std::string> kFiles{
    {"README.md", "# Box\n"},
    {"box.py", "def open_box():\n    return 7\n"},
    {"lid.py", "def shut():\n    return 0\n"},
    {"test_box.py", "from box import open_box\n\n\ndef test_open():\n    assert open_box() == 1\n"},
};

struct World {
  std::unique_ptr<repo::RepoView> view = repo::memory_view(kFiles);
  std::unique_ptr<index::CodeIndex> index = index::memory_index({kFiles.begin(), kFiles.end()});
  IssueWork issue{.number = 3,
                  .title = "The box",
                  .body = "",
                  .files = {{.path = "box.py", .lines = {2}, .spelled = "box.py:2"}}};
  analyzers::Report report;
  PlanFacts facts{.report = report,
                  .view = *view,
                  .failures = {},
                  .graph = &index->head(),
                  .vertical = *vertical_named("fix"),
                  .issue = &issue};

  void test_fails() {
    report.metrics.push_back({.name = "test_results", .status = analyzers::MetricStatus::fail});
    facts.failures = {{"test_box.py::test_open", "test_box.py", "assert 7 == 1", ""}};
  }
};

TaskPlan plan_of(std::vector<std::pair<SubtaskAction, std::vector<std::string>>> subtasks) {
  Task task{.id = "T001", .title = "t", .metric = "bug", .description = "", .subtasks = {}};
  for (auto& [action, hints] : subtasks) {
    task.subtasks.push_back({.id = "T001-S0" + std::to_string(task.subtasks.size() + 1),
                             .title = "s" + std::to_string(task.subtasks.size()),
                             .description = "",
                             .file_hints = std::move(hints),
                             .action = action});
  }
  TaskPlan plan;
  if (!task.subtasks.empty()) plan.tasks.push_back(std::move(task));
  return plan;
}

std::string spelled(const TaskPlan& plan) {
  std::vector<std::string> out;
  for (const Task& task : plan.tasks) {
    for (const Subtask& each : task.subtasks) {
      out.push_back(each.id + " " + join(each.file_hints, "+"));
    }
  }
  return join(out, ", ");
}

constexpr SubtaskAction kModify = SubtaskAction::modify;
constexpr SubtaskAction kCreate = SubtaskAction::create;

}  // namespace

TEST_CASE("a plan is bound to the files the issue cites and their tests") {
  World world;
  const RuledPlan ruled = apply_rules(plan_of({{kModify, {"README.md"}},
                                               {kModify, {"box.py", "test_box.py"}},
                                               {kModify, {"box.py", "lid.py"}},
                                               {kCreate, {"tests/test_box.py"}}}),
                                      world.facts);
  CHECK(spelled(ruled.plan) == "T001-S02 box.py+test_box.py, T001-S04 tests/test_box.py");
  REQUIRE(ruled.applied.size() == 1);
  CHECK(ruled.applied[0].rule->id == "issue-files");
  const RuleOutcome& outcome = ruled.applied[0].outcome;
  CHECK(outcome.dropped ==
        std::vector<PlanNote>{{"T001-S01", "README.md is no file that issue #3 cites"},
                              {"T001-S03", "lid.py is no file that issue #3 cites"}});
  CHECK(outcome.event->data["scope"] == "fix");
  CHECK(outcome.event->data["drop_count"] == 2);
  CHECK(apply_rules(ruled.plan, world.facts).applied.empty());
}

TEST_CASE("a plan without work on what it cites gets some, once") {
  World world;
  const RuledPlan ruled = apply_rules(plan_of({{kModify, {"README.md"}}}), world.facts);
  CHECK(spelled(ruled.plan) == "T001-S01 box.py");
  CHECK(contains(ruled.plan.tasks[0].subtasks[0].description, "box.py:2"));
  CHECK(apply_rules(ruled.plan, world.facts).applied.empty());
  world.facts.mends_code = false;
  CHECK(apply_rules({}, world.facts).plan.tasks.empty());
}

TEST_CASE("a failing test of it makes T000, which is work enough on its files") {
  World world;
  world.test_fails();
  const RuledPlan ruled = apply_rules(
      plan_of({{kModify, {"box.py"}}, {kModify, {"box.py", "test_box.py"}}}), world.facts);
  CHECK(spelled(ruled.plan) == "T000-S01 box.py, T001-S02 box.py+test_box.py");
  CHECK(ruled.plan.tasks[0].subtasks[0].tests ==
        std::vector<std::string>{"test_box.py::test_open"});
  CHECK(apply_rules(ruled.plan, world.facts).applied.empty());
}

TEST_CASE("what a failing test of it points at is in bounds") {
  World world;
  world.issue.files = {{.path = "test_box.py", .lines = {}, .spelled = "test_box.py"}};
  world.test_fails();
  CHECK(spelled(apply_rules({}, world.facts).plan) == "T000-S01 box.py");
}

TEST_CASE("without an issue nothing is bound") {
  World world;
  world.facts.issue = nullptr;
  world.facts.vertical = nullptr;
  CHECK(spelled(issue_files(plan_of({{kModify, {"lid.py"}}}), world.facts).plan) ==
        "T001-S01 lid.py");
}

}  // namespace pawl::planner::issue_rule_test
