#include "planner/prompts/prompts.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner::prompts_test {
namespace {

analyzers::Metric metric(std::string name, double score) {
  analyzers::Metric out;
  out.name = std::move(name);
  out.display_name = "The " + out.name;
  analyzers::grade(out, score);
  return out;
}

}  // namespace

TEST_CASE("repository text is framed by a line it does not hold") {
  const std::string framed_text = framed("x", "a\n===== end x\nb");
  CHECK(contains(framed_text, "====== begin x"));
  CHECK(contains(framed_text, "====== end x"));
}

TEST_CASE("a text that is all fence gets another one") {
  const std::string framed_text = framed("x", std::string(5'000, '=') + "\n===== end x\n");
  CHECK(framed_text.size() < 5'200);
  CHECK(framed_text.starts_with("===== "));
  const std::string fence = framed_text.substr(0, framed_text.find(" begin"));
  CHECK(framed_text.ends_with("\n" + fence + " end x\n"));
}

TEST_CASE("the planner sees open metrics, evidence and relevant files, within its budget") {
  std::map<std::string, std::string> files{{"README.md", "# x\n"}, {"deep/er/main.c", "int x;\n"}};
  for (int i = 0; i < 3000; ++i) files["gen/file" + std::to_string(i) + ".txt"] = "x";
  const auto view = repo::memory_view(files);
  analyzers::Report report;
  report.target = "demo";
  report.languages = {"C"};
  report.metrics = {metric("readme", 0.2), metric("license", 1.0)};
  report.metrics[0].evidence.push_back(
      {.path = "deep/er/main.c", .line = 7, .message = "look here"});
  const repo::Facts facts;
  const PlanQuestion question{
      .report = report, .facts = facts, .view = *view, .denied = {"folders: .git/"}};
  const llm::Room window{.model = "m", .hint = {}, .prompt_max = 3'000};
  const auto prompt = planner_prompt(question, window);
  REQUIRE(prompt);
  CHECK(contains(prompt->user, "readme (The readme): 0.20, fail"));
  CHECK(contains(prompt->user, "deep/er/main.c:7: look here"));
  CHECK_FALSE(contains(prompt->user, "The license"));
  CHECK(contains(prompt->user, "folders: .git/"));
  CHECK(contains(prompt->user, " more files left out"));
  CHECK(prompt->tokens <= window.question_limit());
  const auto files_at = prompt->user.find("begin file list\n");
  CHECK(prompt->user.substr(files_at).starts_with(
      "begin file list\ndeep/er/main.c (readme)\nREADME.md\ngen/"));
}

TEST_CASE("a plan is told what comes first, and only of what it is about") {
  const auto view = repo::memory_view({});
  analyzers::Report report;
  const repo::Facts facts;
  const auto ask = [&](double build, double tests) {
    report.metrics = {metric("build", build), metric("test_results", tests), metric("readme", 0)};
    const auto prompt =
        planner_prompt({.report = report, .facts = facts, .view = *view, .denied = {}}, {});
    REQUIRE(prompt);
    return prompt->user;
  };
  CHECK(contains(ask(0, 1), "at most 2 tasks"));
  CHECK(contains(ask(1, 0), "Failing tests come first."));
  CHECK(contains(ask(0, 0), "Failing tests come next."));
  CHECK_FALSE(contains(ask(1, 0), "at most 2 tasks"));
  CHECK_FALSE(contains(ask(1, 1), "build"));
}

TEST_CASE("the worker's question") {
  const Task task{.id = "T001", .title = "Docs", .subtasks = {}};
  const Subtask subtask{.id = "T001-S01",
                        .title = "Say it",
                        .description = "In the notes.",
                        .file_hints = {"notes.md", "new.md"}};
  WorkQuestion question{.task = task,
                        .subtask = subtask,
                        .files = {{.path = "notes.md", .text = "# N\n"},
                                  {.path = "new.md", .text = "", .exists = false}},
                        .denied = {"files: .env"}};
  const auto first = worker_prompt(question, {});
  REQUIRE(first);
  CHECK(contains(first->user, "Files you may touch, and no others: notes.md, new.md"));
  CHECK(contains(first->user, "There is no file new.md yet."));
  CHECK(contains(first->user, "begin notes.md\n# N\n"));
  CHECK(contains(first->user, "only for notes.md, new.md."));
  CHECK(first->rewritable == std::vector<std::string>{"notes.md", "new.md"});
  CHECK_FALSE(contains(first->user, "refused"));
  CHECK_FALSE(contains(first->user, "BLAST RADIUS"));
  CHECK_FALSE(contains(first->user, "\"delete\""));
  question.blast_radius = "notes.py\n  f(a) [function, line 1]: used by b.py:2 in g\n";
  question.feedback = "- notes.md [syntax/parse-error] broken\n  Mend it.\n";
  question.previous_answer =
      R"({"edits": [{"kind": "replace", "path": "a", "find": "x\ny", "content": "z"}]})";
  const auto second = worker_prompt(question, {});
  REQUIRE(second);
  CHECK(contains(second->user, "begin BLAST RADIUS\nnotes.py\n  f(a)"));
  CHECK(contains(second->user, "| - notes.md [syntax/parse-error] broken\n|   Mend it.\n"));
  CHECK(contains(second->user, "replace a\n--- find\nx\ny\n--- content\nz\n"));
}

TEST_CASE("a file that is cut may not be written whole") {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += "def function_" + std::to_string(i) + "():\n    return " + std::to_string(i) + "\n\n\n";
  }
  const Task task{.id = "T001", .title = "Numbers", .subtasks = {}};
  const Subtask subtask{.id = "T001-S01",
                        .title = "Mend function_333",
                        .description = "See a.py:1001.",
                        .file_hints = {"a.py"}};
  const llm::Room window{.model = "m", .hint = {}, .prompt_max = 4'000};
  const auto prompt = worker_prompt(
      {.task = task, .subtask = subtask, .files = {{.path = "a.py", .text = text}}, .denied = {}},
      window);
  REQUIRE(prompt);
  CHECK(prompt->rewritable.empty());
  CHECK(prompt->tokens <= window.question_limit());
  CHECK(contains(prompt->user, "    return 333\n"));
  CHECK(contains(prompt->user, "return 249\n"));
  CHECK(contains(prompt->user, "function function_333 (line 1333)"));
  CHECK(contains(prompt->user, "Only parts of a.py are shown"));
  CHECK_FALSE(contains(prompt->user, "\"kind\": \"write\""));
  CHECK_FALSE(contains(prompt->user, "    return 123\n"));
}

TEST_CASE("who writes tests sees the code to be tested, and may not write it") {
  const Task task{.id = "T001", .title = "Test the box", .description = ""};
  const Subtask subtask{.id = "T001-S01",
                        .title = "Test opening",
                        .description = "Test it.",
                        .file_hints = {"tests/test_box.py"}};
  const auto prompt =
      worker_prompt({.task = task,
                     .subtask = subtask,
                     .files = {{.path = "tests/test_box.py", .text = {}, .exists = false}},
                     .denied = {},
                     .tested = {{.path = "box.py", .text = "def opened():\n    return 1\n"}}},
                    {});
  REQUIRE(prompt);
  CHECK(contains(prompt->user, "not to be changed"));
  CHECK(contains(prompt->user, "begin box.py\ndef opened():\n    return 1\n"));
  CHECK(prompt->rewritable == std::vector<std::string>{"tests/test_box.py"});
  const auto without =
      worker_prompt({.task = task, .subtask = subtask, .files = {}, .denied = {}}, {});
  REQUIRE(without);
  CHECK_FALSE(contains(without->user, "not to be changed"));
}

}  // namespace pawl::planner::prompts_test
