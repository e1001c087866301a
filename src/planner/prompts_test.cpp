#include "planner/prompts.hpp"

#include <doctest/doctest.h>

#include "base/text.hpp"
#include "planner/template.hpp"

namespace pawl::planner {
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
  const Prompt prompt = planner_prompt({.report = report,
                                        .facts = facts,
                                        .view = *view,
                                        .denied = {"folders: .git/"},
                                        .bytes_max = 12'000});
  CHECK(contains(prompt.user, "readme (The readme): 0.20, fail"));
  CHECK(contains(prompt.user, "deep/er/main.c:7: look here"));
  CHECK_FALSE(contains(prompt.user, "The license"));
  CHECK(contains(prompt.user, "folders: .git/"));
  CHECK(contains(prompt.user, " more)"));
  CHECK(prompt.user.size() < 16'000);
  const auto relevant = relevant_files(
      {.report = report, .facts = facts, .view = *view, .denied = {}, .bytes_max = 0}, 30);
  REQUIRE(relevant.size() == 2);
  CHECK(relevant[0] == "deep/er/main.c");
  CHECK(relevant[1] == "README.md");
}

TEST_CASE("a broken build narrows the plan") {
  const auto view = repo::memory_view({});
  analyzers::Report report;
  report.metrics = {metric("build", 0.0)};
  const repo::Facts facts;
  const auto ask = [&] {
    return planner_prompt({.report = report, .facts = facts, .view = *view, .denied = {}}).user;
  };
  CHECK(contains(ask(), "at most 2 tasks"));
  report.metrics = {metric("build", 1.0)};
  CHECK_FALSE(contains(ask(), "at most 2 tasks"));
}

TEST_CASE("a file is shown whole when it fits, else by the parts that matter") {
  const ShownFile small = show_file("a.py", "x = 1\n", "", 100);
  CHECK(small.whole);
  CHECK(small.text == "x = 1\n");
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += "def function_" + std::to_string(i) + "():\n    return " + std::to_string(i) + "\n\n\n";
  }
  const ShownFile big = show_file("a.py", text, "mend function_333, see a.py:1001", 9'000);
  CHECK_FALSE(big.whole);
  CHECK(big.text.size() <= 9'000);
  CHECK(contains(big.text, "    return 333\n"));
  CHECK(contains(big.text, "--- lines "));
  CHECK(contains(big.text, "def function_250():"));
  CHECK_FALSE(contains(big.text, "    return 123\n"));
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
                        .denied = {"files: .env"},
                        .blast_radius = "",
                        .feedback = "",
                        .previous_answer = ""};
  const std::string first = worker_prompt(question).user;
  CHECK(contains(first, "Files you may touch, and no others: notes.md, new.md"));
  CHECK(contains(first, "There is no file new.md yet."));
  CHECK(contains(first, "begin notes.md\n# N\n"));
  CHECK_FALSE(contains(first, "refused"));
  CHECK_FALSE(contains(first, "BLAST RADIUS"));
  question.blast_radius = "notes.py\n  f(a) [function, line 1]: used by b.py:2 in g\n";
  CHECK(contains(worker_prompt(question).user, "begin BLAST RADIUS\nnotes.py\n  f(a)"));
  question.feedback = "- notes.md [syntax/parse-error] broken\n";
  question.previous_answer = "{\"edits\": []}";
  const std::string second = worker_prompt(question).user;
  CHECK(contains(second, "[syntax/parse-error] broken"));
  CHECK(contains(second, "{\"edits\": []}"));
}

}  // namespace pawl::planner
