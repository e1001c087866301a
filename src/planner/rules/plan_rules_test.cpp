#include "planner/rules/plan_rules.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"

namespace pawl::planner::plan_rules_test {
namespace {

using analyzers::MetricStatus;

const std::map<std::string, std::string> kFiles{
    {"README.md", "# Box\n"},
    {"box.py", "def open_box():\n    return 7\n"},
    {"lid.py", "def shut():\n    return 0\n"},
    {"docs/use.md", "# Use\n"},
    {"test_box.py", "from box import open_box\n\n\ndef test_open():\n    assert open_box() == 1\n"},
};

struct World {
  std::unique_ptr<repo::RepoView> view = repo::memory_view(kFiles);
  std::unique_ptr<index::CodeIndex> index = index::memory_index({kFiles.begin(), kFiles.end()});
  analyzers::Report report;
  PlanFacts facts{.report = report,
                  .view = *view,
                  .failures = {{"test_box.py::test_open", "test_box.py", "assert 7 == 1", ""}},
                  .graph = &index->head()};

  World() {
    set("test_results", MetricStatus::fail);
    set("readme", MetricStatus::warn);
  }
  void set(const std::string& metric, MetricStatus status) {
    report.metrics.push_back({.name = metric, .status = status});
  }
};

Subtask subtask(std::string id, std::string title, std::vector<std::string> hints) {
  return {.id = std::move(id),
          .title = std::move(title),
          .description = "",
          .file_hints = std::move(hints)};
}
Task task(std::string id, std::string metric, std::vector<Subtask> subtasks) {
  return {.id = std::move(id),
          .title = "t",
          .metric = std::move(metric),
          .description = "",
          .subtasks = std::move(subtasks)};
}
TaskPlan plan_of(std::vector<Task> tasks) {
  TaskPlan plan;
  plan.tasks = std::move(tasks);
  return plan;
}

// `T000[T000-S01 box.py] T001[…]`
std::string spelled(const TaskPlan& plan) {
  std::vector<std::string> tasks;
  for (const Task& task : plan.tasks) {
    std::vector<std::string> subtasks;
    for (const Subtask& each : task.subtasks) {
      subtasks.push_back(each.id + " " + join(each.file_hints, "+"));
    }
    tasks.push_back(task.id + "[" + join(subtasks, ", ") + "]");
  }
  return join(tasks, " ");
}

std::string rules_of(const RuledPlan& ruled) {
  std::vector<std::string> ids;
  for (const AppliedRule& applied : ruled.applied) ids.emplace_back(applied.rule->id);
  return join(ids, " ");
}

}  // namespace

TEST_CASE(
    "what a person wants done is worked on, on the files they name when no plan can be done") {
  World world;
  const TaskWork wanted{.words = "Let lid.py shut.\nAnd box.py.",
                        .files = {{.path = "lid.py"}, {.path = "box.py"}}};
  world.facts.task = &wanted;
  world.facts.vertical = *vertical_named("task");
  const TaskPlan planned =
      plan_of({task("T001", "", {subtask("T001-S01", "Write", {"README.md"})})});
  CHECK(spelled(apply_rules(planned, world.facts).plan) == "T001[T001-S01 README.md]");
  // Nothing planned: all of it may be done already.
  CHECK(apply_rules({}, world.facts).plan.tasks.empty());
  world.facts.task_planned_in_vain = true;
  const RuledPlan ruled = apply_rules({}, world.facts);
  CHECK(spelled(ruled.plan) == "T001[T001-S01 lid.py+box.py]");
  CHECK(ruled.plan.tasks.at(0).title == "Let lid.py shut.");
  CHECK(ruled.plan.tasks.at(0).subtasks.at(0).description == wanted.words);
  CHECK(spelled(apply_rules(planned, world.facts).plan) == "T001[T001-S01 README.md]");
  world.facts.mends_code = false;
  CHECK(apply_rules({}, world.facts).plan.tasks.empty());
}

TEST_CASE("a plan of badges gets the bug in front") {
  World world;
  const RuledPlan ruled = apply_rules(
      plan_of({task("T001", "readme", {subtask("T001-S01", "Add badges", {"README.md"})}),
               task("T002", "docs", {subtask("T002-S01", "Explain", {"docs/use.md"})})}),
      world.facts);
  CHECK(spelled(ruled.plan) == "T000[T000-S01 box.py] T002[T002-S01 docs/use.md]");
  CHECK(rules_of(ruled) == "real-bug readme-only");
  CHECK(ruled.plan.tasks[0].subtasks[0].tests ==
        std::vector<std::string>{"test_box.py::test_open"});
  CHECK(ruled.applied[0].outcome.event->data["source_files"].dump() == R"(["box.py"])");
  CHECK(ruled.applied[1].outcome.event->data["drop_count"].int_or(0) == 1);
}

TEST_CASE("an empty plan gets it, too") {
  World world;
  CHECK(spelled(apply_rules({}, world.facts).plan) == "T000[T000-S01 box.py]");
}

TEST_CASE("a rule can be left out") {
  World world;
  CHECK(apply_rules({}, world.facts, {"real-bug"}).plan.tasks.empty());
  CHECK(*parse_rule_ids(" real-bug, order ,") == std::vector<std::string>{"real-bug", "order"});
  const auto unknown = parse_rule_ids("real-bog");
  REQUIRE_FALSE(unknown);
  CHECK(contains(unknown.error().message, "real-bug"));
}

TEST_CASE("no bug is made up") {
  World world;
  SUBCASE("the tests pass") { world.report.metrics[0].status = MetricStatus::pass; }
  SUBCASE("nobody could run them") { world.report.metrics[0].status = MetricStatus::unknown; }
  SUBCASE("who works cannot mend code") { world.facts.mends_code = false; }
  SUBCASE("the source may not be touched") {
    world.facts.forbidden = [](const RepoPath&) { return std::string("no"); };
  }
  SUBCASE("nothing points anywhere") { world.facts.failures = {{"odd", "", "", ""}}; }
  CHECK(apply_rules({}, world.facts).plan.tasks.empty());
}

TEST_CASE("a task of the failing tests that touches the source is enough; another's is not") {
  World world;
  const auto with = [&](const std::string& metric) {
    return spelled(
        apply_rules(plan_of({task("T001", metric, {subtask("T001-S01", "Mend", {"box.py"})})}),
                    world.facts)
            .plan);
  };
  CHECK(with("test_results") == "T001[T001-S01 box.py]");
  CHECK(with("code_quality") == "T000[T000-S01 box.py] T001[T001-S01 box.py]");
}

TEST_CASE("work on failing tests becomes work on what they test") {
  World world;
  const RuledPlan ruled = apply_rules(
      plan_of({task("T001", "test_results", {subtask("T001-S01", "Mend", {"test_box.py"})})}),
      world.facts);
  CHECK(spelled(ruled.plan) == "T001[T001-S01 box.py]");
  CHECK(rules_of(ruled) == "test-to-source");
  CHECK(ruled.applied[0].outcome.event->data["before"].dump() == R"(["test_box.py"])");
  CHECK(ruled.applied[0].outcome.event->data["after"].dump() == R"(["box.py"])");
  CHECK(ruled.plan.tasks[0].subtasks[0].tests.size() == 1);
}

TEST_CASE("a run that only adds tests mends none, and says so") {
  World world;
  world.facts.vertical = *vertical_named("tests");
  Subtask removal = subtask("T001-S02", "Clean up", {"test_box.py"});
  removal.action = SubtaskAction::remove;
  const RuledPlan ruled =
      apply_rules(plan_of({task("T000", "test_results", {subtask("T000-S01", "Mend", {"box.py"})}),
                           task("T001", "tests",
                                {subtask("T001-S01", "Test more", {"test_box.py"}), removal,
                                 subtask("T001-S03", "Change both", {"test_box.py", "box.py"})})}),
                  world.facts);
  CHECK(spelled(ruled.plan) == "T001[T001-S01 test_box.py]");
  CHECK(rules_of(ruled) == "real-bug scope");
  CHECK(ruled.applied[0].outcome.dropped[0].reason ==
        "1 failing test, which a tests run does not mend");
  std::vector<std::string> reasons;
  for (const PlanNote& note : ruled.applied[1].outcome.dropped) reasons.push_back(note.reason);
  CHECK(join(reasons, "; ") ==
        "test_results is not what a tests run is about; a tests run does not delete; "
        "box.py is out of the scope of a tests run");
}

TEST_CASE("a new test is no work on a failing one") {
  World world;
  Subtask more = subtask("T001-S01", "Add tests", {"test_lid.py"});
  more.action = SubtaskAction::create;
  const RuledPlan ruled = apply_rules(plan_of({task("T001", "test_results", {more})}), world.facts);
  CHECK(spelled(ruled.plan) == "T000[T000-S01 box.py] T001[T001-S01 test_lid.py]");
}

TEST_CASE("a README that fails may be worked on, and recipes know what they do") {
  World world;
  world.report.metrics[0].status = MetricStatus::pass;
  const auto with = [&](std::string recipe) {
    Subtask each = subtask("T001-S01", "README", {"README.md"});
    each.recipe = std::move(recipe);
    return apply_rules(plan_of({task("T001", "readme", {each})}), world.facts).plan.tasks.size();
  };
  CHECK(with("") == 0);
  CHECK(with("readme-usage") == 1);
  world.report.metrics[1].status = MetricStatus::fail;
  CHECK(with("") == 1);
}

TEST_CASE("the same twice is done once") {
  World world;
  world.report.metrics[0].status = MetricStatus::pass;
  const RuledPlan ruled =
      apply_rules(plan_of({task("T001", "docs",
                                {subtask("T001-S01", "Explain  it", {"docs/use.md"}),
                                 subtask("T001-S02", "explain it", {"docs/use.md"}),
                                 subtask("T001-S03", "Nothing", {})})}),
                  world.facts);
  CHECK(spelled(ruled.plan) == "T001[T001-S01 docs/use.md]");
  CHECK(ruled.applied[0].outcome.dropped ==
        std::vector<PlanNote>{{"T001-S02", "an earlier subtask does the same"},
                              {"T001-S03", "it may touch no file"}});
}

TEST_CASE("bugs come first, looks last, and no plan is too long") {
  World world;
  std::vector<Task> tasks{task("T001", "docs", {subtask("T001-S01", "a", {"docs/use.md"})}),
                          task("T002", "security", {subtask("T002-S01", "b", {"lid.py"})}),
                          task("T003", "build", {subtask("T003-S01", "c", {"lid.py"})})};
  for (int i = 4; i < 9; ++i) {
    const std::string id = "T00" + std::to_string(i);
    tasks.push_back(task(id, "code_quality", {subtask(id + "-S01", id, {"lid.py"})}));
  }
  const RuledPlan ruled = apply_rules(plan_of(std::move(tasks)), world.facts);
  std::string ids;
  for (const Task& each : ruled.plan.tasks) ids += each.id + " ";
  CHECK(ids == "T003 T000 T002 T004 T005 T006 T007 T008 ");
  CHECK(ruled.applied.back().outcome.dropped.front().what == "T001");
}

namespace {

// box.py failed twice lately, and no failure names it.
FailureHistory history_against_box() {
  constexpr Timestamp kNow{Milliseconds(1'767'225'600'000)};
  static const std::vector<PastSubtask> kPast(
      2, {.run = "demo-0a1b2c", .subtask = "T001-S01", .at = kNow, .paths = {"box.py"}});
  return {.past = kPast, .now = kNow, .threshold = 2, .named_by_failing_test = {}};
}

}  // namespace

TEST_CASE("work on failing tests is never left out for what failed before") {
  World world;
  world.facts.history = history_against_box();
  SUBCASE("the task that was added for them") {
    const RuledPlan ruled = apply_rules({}, world.facts);
    CHECK(spelled(ruled.plan) == "T000[T000-S01 box.py]");
    CHECK(rules_of(ruled) == "real-bug failure-history");
    CHECK(ruled.applied[1].outcome.dropped.empty());
    REQUIRE(ruled.applied[1].outcome.kept.size() == 1);
    CHECK(ruled.applied[1].outcome.kept[0].what == "box.py");
    CHECK(spelled(apply_rules(ruled.plan, world.facts).plan) == "T000[T000-S01 box.py]");
  }
  SUBCASE("a task of the plan's own, for which none was added") {
    for (const char* metric : {"test_results", "build"}) {
      CAPTURE(metric);
      const auto plan = plan_of({task("T001", metric, {subtask("T001-S01", "Mend", {"box.py"})})});
      CHECK(spelled(apply_rules(plan, world.facts).plan) == "T001[T001-S01 box.py]");
    }
  }
  SUBCASE("work on the tests that became work on what they test") {
    CHECK(spelled(apply_rules(plan_of({task("T001", "test_results",
                                            {subtask("T001-S01", "Mend", {"test_box.py"})})}),
                              world.facts)
                      .plan) == "T001[T001-S01 box.py]");
  }
  SUBCASE("other work on the file is") {
    const RuledPlan ruled = apply_rules(
        plan_of({task("T001", "docs", {subtask("T001-S01", "Explain", {"box.py"})})}), world.facts);
    CHECK(spelled(ruled.plan) == "T000[T000-S01 box.py]");
    CHECK(ruled.applied[1].outcome.dropped.size() == 1);
  }
  SUBCASE("so is all of it once the tests pass") {
    world.report.metrics[0].status = MetricStatus::pass;
    CHECK(apply_rules(
              plan_of({task("T000", "test_results", {subtask("T000-S01", "Mend", {"box.py"})})}),
              world.facts)
              .plan.tasks.empty());
  }
}

TEST_CASE("a plan that is too long keeps the work on failing tests") {
  World world;
  std::vector<Task> tasks;
  for (int i = 1; i < 9; ++i) {
    const std::string id = "T00" + std::to_string(i);
    tasks.push_back(task(id, "build", {subtask(id + "-S01", id, {"lid.py"})}));
  }
  const RuledPlan ruled = apply_rules(plan_of(std::move(tasks)), world.facts);
  CHECK(ruled.plan.tasks.size() == kTasksMax);
  CHECK(ruled.plan.tasks.back().id == "T000");
  CHECK(ruled.applied.back().outcome.dropped.front().what == "T008");
}

TEST_CASE("a plan that went through the rules comes out of them as it is") {
  World world;
  const RuledPlan once = apply_rules(
      plan_of({task("T001", "readme", {subtask("T001-S01", "Badges", {"README.md"})}),
               task("T002", "docs", {subtask("T002-S01", "Explain", {"docs/use.md"})}),
               task("T003", "test_results", {subtask("T003-S01", "Mend", {"test_box.py"})})}),
      world.facts);
  const RuledPlan twice = apply_rules(once.plan, world.facts);
  CHECK(twice.applied.empty());
  CHECK(to_json(twice.plan).dump() == to_json(once.plan).dump());
}

}  // namespace pawl::planner::plan_rules_test
