#include "planner/plan.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::planner::plan_test {
namespace {

std::string no_policy(const RepoPath& path) {
  return path.text() == "off.txt" ? "it is off limits" : "";
}

CheckedPlan check(std::string_view json, const std::map<std::string, std::string>& files = {}) {
  const auto view = repo::memory_view(files);
  return check_plan(Json::parse(json).value(), *view, no_policy);
}

std::string reasons(const CheckedPlan& checked) {
  std::string out;
  for (const Dropped& dropped : checked.dropped)
    out += dropped.subtask + ": " + dropped.reason + "\n";
  return out;
}

}  // namespace

TEST_CASE("paths are checked when the plan is made") {
  struct Row {
    const char* name;
    const char* subtask;
    const char* reason;  // empty: it is kept
  };
  const Row rows[] = {
      {"modify what is there", R"({"title":"t","file_hints":["a.txt"]})", ""},
      {"create what is not", R"({"title":"t","file_hints":["n.txt"],"action":"create"})", ""},
      {"normalised", R"({"title":"t","file_hints":["./a.txt","a.txt"]})", ""},
      {"modify what is not", R"({"title":"t","file_hints":["n.txt"]})", "does not exist"},
      {"delete what is not", R"({"title":"t","file_hints":["n.txt"],"action":"delete"})",
       "does not exist"},
      {"create what is there", R"({"title":"t","file_hints":["a.txt"],"action":"create"})",
       "exists already"},
      {"create a folder", R"({"title":"t","file_hints":["dir"],"action":"create"})", "folder"},
      {"climbs", R"({"title":"t","file_hints":["../a.txt"]})", "unsafe path"},
      {"absolute", R"({"title":"t","file_hints":["/etc/passwd"]})", "unsafe path"},
      {"folder form", R"({"title":"t","file_hints":["dir/"]})", "unsafe path"},
      {"policy", R"({"title":"t","file_hints":["off.txt"]})", "off limits"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto checked =
        check(R"({"tasks":[{"title":"x","subtasks":[)" + std::string(row.subtask) + "]}]}",
              {{"a.txt", "x"}, {"dir/b.txt", "x"}, {"off.txt", "x"}});
    CAPTURE(reasons(checked));
    if (std::string_view(row.reason).empty()) {
      CHECK(checked.dropped.empty());
      CHECK(checked.plan.subtask_count() == 1);
      CHECK(checked.plan.tasks.at(0).subtasks.at(0).file_hints.size() == 1);
    } else {
      CHECK(checked.plan.tasks.empty());
      CHECK(contains(reasons(checked), row.reason));
    }
  }
}

TEST_CASE("one subtask may create and modify") {
  struct Row {
    const char* name;
    const char* subtask;
    const char* reason;  // empty: it is kept
  };
  const Row rows[] = {
      {"modify with a new file", R"({"title":"t","file_hints":["a.txt","n.txt"]})", ""},
      {"create with one that is there",
       R"({"title":"t","file_hints":["n.txt","a.txt"],"action":"create"})", ""},
      {"modify, none is there", R"({"title":"t","file_hints":["n.txt","m.txt"]})",
       "n.txt, m.txt do not exist"},
      {"create, all are there",
       R"({"title":"t","file_hints":["a.txt","dir/b.txt"],"action":"create"})",
       "a.txt, dir/b.txt exist already"},
      {"delete needs all", R"({"title":"t","file_hints":["a.txt","n.txt"],"action":"delete"})",
       "n.txt does not exist"},
      {"verify needs all", R"({"title":"t","file_hints":["a.txt","n.txt"],"action":"verify"})",
       "n.txt does not exist"},
      {"a folder is no new file", R"({"title":"t","file_hints":["a.txt","dir"]})",
       "dir is a folder"},
      {"another spelling is no new file", R"({"title":"t","file_hints":["a.txt","Dir/B.txt"]})",
       "the file is called dir/b.txt"},
      {"nor when it is to be made", R"({"title":"t","file_hints":["A.txt"],"action":"create"})",
       "the file is called a.txt"},
  };
  const std::map<std::string, std::string> files{{"a.txt", "x"}, {"dir/b.txt", "x"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto checked =
        check(R"({"tasks":[{"title":"x","subtasks":[)" + std::string(row.subtask) + "]}]}", files);
    CAPTURE(reasons(checked));
    if (std::string_view(row.reason).empty()) {
      REQUIRE(checked.plan.subtask_count() == 1);
      const Subtask& kept = checked.plan.tasks.at(0).subtasks.at(0);
      CHECK(kept.file_hints.size() == 2);
      CHECK(obstacle_to(kept, *repo::memory_view(files)).empty());
    } else {
      CHECK(checked.plan.tasks.empty());
      CHECK(contains(reasons(checked), row.reason));
    }
  }
  const auto after = check(
      R"({"tasks":[{"title":"x","subtasks":[
        {"title":"both","file_hints":["a.txt","n.txt"]},
        {"title":"use","file_hints":["n.txt"]}]}]})",
      files);
  CHECK(after.plan.subtask_count() == 2);
}

TEST_CASE("what an earlier subtask makes or takes away counts for the later ones") {
  const auto checked = check(
      R"({"tasks":[{"title":"x","subtasks":[
        {"title":"make","file_hints":["n.txt"],"action":"create"},
        {"title":"use","file_hints":["n.txt"]},
        {"title":"take","file_hints":["a.txt"],"action":"delete"},
        {"title":"late","file_hints":["a.txt"]}]}]})",
      {{"a.txt", "x"}});
  CHECK(checked.plan.subtask_count() == 3);
  CHECK(contains(reasons(checked), "late: a.txt does not exist"));
}

TEST_CASE("limits, order and ids") {
  std::string tasks;
  for (int i = 0; i < 10; ++i) {
    tasks += std::string(i > 0 ? "," : "") + R"({"title":"t)" + std::to_string(i) +
             R"(","priority":)" + std::to_string(10 - i) + R"(,"subtasks":[)";
    for (int j = 0; j < 6; ++j) {
      tasks += std::string(j > 0 ? "," : "") + R"({"title":"s","file_hints":["a.txt"]})";
    }
    tasks += "]}";
  }
  const auto checked = check("{\"tasks\":[" + tasks + "]}", {{"a.txt", "x"}});
  REQUIRE(checked.plan.tasks.size() == kTasksMax);
  CHECK(checked.plan.tasks[0].title == "t9");
  CHECK(checked.plan.tasks[0].id == "T001");
  CHECK(checked.plan.tasks[7].id == "T008");
  for (const Task& task : checked.plan.tasks) {
    REQUIRE(task.subtasks.size() == kSubtasksMax);
    CHECK(task.subtasks[3].id == task.id + "-S04");
  }
  CHECK(checked.dropped.size() == 2 + 8 * 2);
}

TEST_CASE("given ids are kept, repeated and shapeless ones are not") {
  const auto checked = check(
      R"({"tasks":[
        {"id":"T005","title":"a","subtasks":[{"id":"T005-S02","title":"s","file_hints":["a.txt"]},
                                             {"id":"T005-S02","title":"s","file_hints":["a.txt"]}]},
        {"id":"T005","title":"b","subtasks":[{"id":"x","title":"s","file_hints":["a.txt"]}]},
        {"id":"../../x","title":"c","subtasks":[{"title":"s","file_hints":["a.txt"]}]}]})",
      {{"a.txt", "x"}});
  REQUIRE(checked.plan.tasks.size() == 3);
  CHECK(checked.plan.tasks[0].id == "T005");
  CHECK(checked.plan.tasks[0].subtasks[0].id == "T005-S02");
  CHECK(checked.plan.tasks[0].subtasks[1].id != "T005-S02");
  CHECK(checked.plan.tasks[1].id == "T002");
  CHECK(checked.plan.tasks[2].id == "T003");
}

TEST_CASE("a plan survives its file") {
  const auto checked = check(
      R"({"tasks":[{"title":"x","metric":"docs","subtasks":[
        {"title":"s","description":"d","file_hints":["n.txt"],"action":"create","recipe":"license"}]}]})");
  TaskPlan plan = checked.plan;
  plan.source = "recipes:";
  plan.overall_score_before = 0.5;
  const auto back = plan_from_json(to_json(plan));
  REQUIRE(back.ok());
  CHECK(to_json(*back) == to_json(plan));
  CHECK(back->find("T001-S01")->recipe == "license");
  CHECK(back->task_of("T001-S01")->metric == "docs");
  CHECK(back->find("T009-S01") == nullptr);
  CHECK_FALSE(plan_from_json(Json::object({{"version", 2}})).ok());
}

TEST_CASE("a plan becomes a file and comes back") {
  TaskPlan plan;
  plan.source = "openai:qwen3@http://localhost/v1";
  plan.overall_score_before = 0.353;
  plan.tasks.push_back({.id = "T001",
                        .title = "Yes: mend # the box",
                        .priority = 2,
                        .metric = "tests",
                        .description = "First line\n\n  second: line\n",
                        .subtasks = {{.id = "T001-S01",
                                      .title = "on",
                                      .description = "",
                                      .file_hints = {"src/a b.js", "- x.md"},
                                      .action = SubtaskAction::remove,
                                      .recipe = "license",
                                      .tests = {"suite › test [1]"}}}});
  for (const char* name : {"plan.yaml", "plan.YML", "plan.json", "plan"}) {
    CAPTURE(name);
    const std::string text = plan_file_text(plan, name);
    CHECK(text.starts_with("{") != contains_folded(name, ".y"));
    const auto back = load_plan_file(name, text);
    REQUIRE_MESSAGE(back.ok(), text);
    CHECK(*back == to_json(plan));
  }
}

TEST_CASE("plan files") {
  struct Row {
    const char* name;
    const char* file;
    const char* text;
    const char* says;  // empty: it reads
  };
  const Row rows[] = {
      {"json", "p.json",
       R"({"tasks":[{"title":"x","subtasks":[{"title":"s","file_hints":["a"]}]}]})", ""},
      {"yaml", "p.yaml",
       "tasks:\n  - title: x\n    subtasks:\n      - {title: s, file_hints: [a]}\n", ""},
      {"broken", "p.json", "{\"tasks\": [", "p.json"},
      {"no list", "p.json", R"({"tasks": 3})", "tasks"},
      {"no hints", "p.json", R"({"tasks":[{"title":"x","subtasks":[{"title":"s"}]}]})",
       "tasks[0].subtasks[0]"},
      {"hints as text", "p.json",
       R"({"tasks":[{"title":"x","subtasks":[{"title":"s","file_hints":"a"}]}]})", "file_hints"},
      {"empty", "p.json", R"({"tasks": []})", "no task"},
      {"a slip in a key", "p.json",
       R"({"tasks":[{"title":"x","subtasks":[{"title":"s","file_hint":["a"]}]}]})",
       "tasks[0].subtasks[0] has a key \"file_hint\" that means nothing here; did you mean "
       "file_hints?"},
      {"a key of nothing", "p.json",
       R"({"tasks":[{"title":"x","subtasks":[{"title":"s","file_hints":["a"]}]}], "deadline": 1})",
       "the plan has a key \"deadline\" that means nothing here; there are version"},
      {"two documents", "p.yml", "a: 1\n---\nb: 2\n", "2 documents"},
      {"bad action", "p.json",
       R"({"tasks":[{"title":"x","subtasks":[{"title":"s","file_hints":["a"],"action":"burn"}]}]})",
       "action"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto plan = load_plan_file(row.file, row.text);
    if (std::string_view(row.says).empty()) {
      CHECK(plan.ok());
    } else {
      REQUIRE_FALSE(plan.ok());
      CAPTURE(plan.error().to_line());
      CHECK(contains(plan.error().to_line(), row.says));
    }
  }
}

}  // namespace pawl::planner::plan_test
