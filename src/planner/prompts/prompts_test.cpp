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

TEST_CASE("a plan is asked for nothing that would be left out or refused") {
  const auto view = repo::memory_view({{"README.md", "# x\n"},
                                       {"package.json", "{}\n"},
                                       {"package-lock.json", "{}\n"},
                                       {"deep/box.js", "x\n"}});
  analyzers::Report report;
  report.metrics = {metric("readme", 0.6), metric("deps", 0.2)};
  report.metrics[0].suggestions = {"Say in README.md what it does."};
  report.metrics[1].evidence = {{.path = "package-lock.json", .line = 1, .message = "is old"},
                                {.path = "deep/box.js", .line = 2, .message = "uses it"}};
  report.metrics[1].suggestions = {"Commit `package-lock.json` beside package.json.",
                                   "Declare what box.js uses."};
  const repo::Facts facts;
  PlanQuestion question{.report = report, .facts = facts, .view = *view, .denied = {}};
  const auto all = planner_prompt(question, {});
  REQUIRE(all);
  CHECK(contains(all->user, "Commit `package-lock.json`"));
  question.forbidden = [](const RepoPath& path) {
    return path.text() == "package-lock.json" ? std::string("it is a lock file") : std::string();
  };
  const auto prompt = planner_prompt(question, {});
  REQUIRE(prompt);
  CHECK_FALSE(contains(prompt->user, "package-lock.json"));
  CHECK(contains(prompt->user, "deep/box.js:2: uses it"));
  CHECK(contains(prompt->user, "hint: Declare what box.js uses."));
  // Work on nothing but a README that does not fail is left out of plans.
  CHECK_FALSE(contains(prompt->user, "Say in README.md"));
  analyzers::grade(report.metrics[0], 0.1);
  CHECK(contains(planner_prompt(question, {})->user, "Say in README.md"));
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
  question.blast_radius = {
      .lines = {
          {.path = "notes.md", .line = 1, .text = "f(a) [function, line 1]: used by b.py:2 in g"},
          {.path = "gone.md", .line = 1, .text = "g() [function, line 1]: used by b.py:3"}}};
  question.feedback = "- notes.md [syntax/parse-error] broken\n  Mend it.\n";
  question.previous_answer =
      R"({"edits": [{"kind": "replace", "path": "a", "find": "x\ny", "content": "z"}]})";
  const auto second = worker_prompt(question, {});
  REQUIRE(second);
  CHECK(contains(second->user, "begin BLAST RADIUS\nnotes.md\n  f(a)"));
  CHECK_FALSE(contains(second->user, "gone.md"));
  CHECK(contains(second->user, "| - notes.md [syntax/parse-error] broken\n|   Mend it.\n"));
  CHECK(contains(second->user, "replace a\n--- find\nx\ny\n--- content\nz\n"));
}

TEST_CASE("a licence at the top of a file is left out, and its lines are counted") {
  const std::string licence =
      "#!/usr/bin/env python3\n# Copyright 2020 The authors\n#\n# Licensed under the MIT "
      "License.\n";
  const Task task{.id = "T001", .title = "Numbers", .subtasks = {}};
  Subtask subtask{.id = "T001-S01", .title = "Mend f", .description = "", .file_hints = {"a.py"}};
  const std::vector<AskedFile> files{
      {.path = "a.py", .text = licence + "\ndef f():\n    return 1\n"}};
  const auto prompt =
      worker_prompt({.task = task, .subtask = subtask, .files = files, .denied = {}}, {});
  REQUIRE(prompt);
  CHECK_FALSE(contains(prompt->user, "Licensed"));
  CHECK(contains(prompt->user, "[… lines 1 to 4 of 7 left out …]\n\ndef f():\n    return 1\n"));
  CHECK_FALSE(contains(prompt->user, "all that a.py defines"));
  // It would be gone after a whole rewrite.
  CHECK(prompt->rewritable.empty());
  subtask.description = "Its copyright is of 2021.";
  const auto about =
      worker_prompt({.task = task, .subtask = subtask, .files = files, .denied = {}}, {});
  CHECK(contains(about->user, "Licensed"));
  CHECK(about->rewritable == std::vector<std::string>{"a.py"});
}

TEST_CASE("what is a licence at the top") {
  struct Row {
    const char* name;
    const char* text;
    int lines;
  };
  const Row rows[] = {
      {"block", "/*\n * Copyright A\n */\nint f;\n", 3},
      {"lines", "// A\n// SPDX-License-Identifier: MIT\n// B\n\nint f;\n", 3},
      {"behind a blank line", "\n# Copyright\n# A\n# B\nx = 1\n", 4},
      {"about something else", "// A\n// B\n// C\nint f;\n", 0},
      {"short", "// Copyright A\nint f;\n", 0},
      {"all there is", "# Copyright\n# A\n# B\n", 0},
      {"no comment", "#include <a.h>\n#include \"license.h\"\n#include <b.h>\nint f;\n", 0},
      {"not closed", "/*\n * Copyright\n * A\nint f;\n", 0},
      {"none", "int f;\n// Copyright\n// A\n// B\n", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(licence_lines(row.text, {}) == row.lines);
    CHECK(licence_lines(row.text, {.words = "Change the licence."}) == 0);
  }
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
