// What agents say, as it is read.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "critics/test_diff.hpp"
#include "os/processes/process.hpp"
#include "stages/coding/bench.hpp"
#include "stages/coding/commands.hpp"
#include "stages/coding/gh_review.hpp"
#include "stages/coding/handoff.hpp"
#include "stages/coding/prompts.hpp"

namespace pawl::stages::coding_words_test {

TEST_CASE("a signal is held to its shape") {
  struct Row {
    const char* name;
    const char* signal;
    const char* child_plan;
    const char* wrong;  // empty: nothing
  };
  const Row rows[] = {
      {"done", R"({"exit_state":"chain-done","child_plan":null})", "", ""},
      {"next", R"({"exit_state":"next-plan","child_plan":"child-plan.md"})", "# Two", ""},
      {"next without a plan", R"({"exit_state":"next-plan"})", " \n", "child-plan.md"},
      {"a word nobody knows", R"({"exit_state":"finished"})", "", "exit_state"},
      {"no object", R"(["next-plan"])", "", "not what was asked for"},
      {"no JSON", "next-plan", "", "reading the signal"},
      {"followups of another kind", R"({"exit_state":"bail","operator_followups":[1]})", "",
       "operator_followups"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto handoff = handoff_from(row.signal, row.child_plan);
    CHECK(handoff.ok() == (row.wrong[0] == '\0'));
    if (!handoff)
      CHECK_MESSAGE(contains(handoff.error().to_line(), row.wrong), handoff.error().to_line());
  }
  const auto bail = handoff_from(
      R"({"exit_state":"bail","reason":"it cannot go on","operator_followups":[" ","restart it"]})",
      "");
  REQUIRE(bail.ok());
  CHECK(bail->operator_followups == std::vector<std::string>{"restart it"});
  CHECK(to_json(*bail)["exit_state"].text() == "bail");
}

TEST_CASE("what a pipeline hands over is put in once, and what is in it stays") {
  const PromptValues values = {{"A", "a says {B} and {A}"}, {"B", "b"}, {"EMPTY", ""}};
  CHECK(filled("{A}, {B}{EMPTY}{C} {{B}} {", values) == "a says {B} and {A}, b{C} {b} {");
  CHECK(filled("", values).empty());
}

TEST_CASE("each command of a list has to pass, however it is written") {
  struct Row {
    std::vector<std::string> commands;
    int exit;
  };
  const Row rows[] = {{{"true", "true"}, 0},
                      {{"exit 3", "true"}, 3},
                      {{"false && true", "true"}, 1},
                      {{"! true", "true"}, 1},
                      {{"sh -c 'exit 4' || sh -c 'exit 5'", "true"}, 5},
                      {{"cd /", "[ \"$PWD\" = / ] # where the one before went"}, 0},
                      {{}, 0}};
  const auto processes = os::real_processes();
  for (const Row& row : rows) {
    const std::string script = script_of(row.commands);
    CAPTURE(script);
    const auto done = processes->run({.argv = {"/bin/sh", "-c", script},
                                      .environment = {{"PATH", "/usr/bin:/bin"}},
                                      .folder = "/tmp"});
    REQUIRE(done.ok());
    CHECK(done->exit_code == row.exit);
  }
}

TEST_CASE("what is done leaves a rolling plan") {
  CHECK(open_tasks("# All\n- [x] one\n- [ ] two\n- ~~three~~\n* [X] four\n") ==
        "# All\n- [ ] two\n");
}

TEST_CASE("findings that quote no line of the change are dropped, and counted") {
  const critics::Diff diff = critics::parse_diff(critics::new_file_diff("a.py", 3));
  const critics::Review review = review_of_answer(
      "```json\n{\"findings\": ["
      "{\"severity\": \"major\", \"category\": \"logic\", \"summary\": \"Wrong.\", \"file\": "
      "\"a.py\","
      " \"line\": 1, \"quote\": \"a.py line 2\"},"
      "{\"severity\": \"major\", \"category\": \"logic\", \"summary\": \"Made up.\", \"file\": "
      "\"a.py\", \"line\": 2, \"quote\": \"import os\"}]}\n```",
      diff);
  REQUIRE(review.findings.size() == 1);
  CHECK(review.findings.front().line == 2);
  CHECK(review.unquoted == 1);
  CHECK(review_of_answer("Looks good to me!", diff).reading == critics::Reading::unparsable);
  CHECK(review_of_answer("{\"findings\": []}", diff).reading == critics::Reading::clean);
}

TEST_CASE("titles and fences of texts") {
  CHECK(title_of_text("\nsome words\n# The title\n") == "The title");
  CHECK(title_of_text("only words\nmore") == "only words");
  CHECK(without_fence("```markdown\n# A\n\ntext\n```") == "# A\n\ntext");
  CHECK(without_fence("a\n```\ncode\n```\nb") == "a\n```\ncode\n```\nb");
}

TEST_CASE("each class of a bail has its exit code") {
  struct Row {
    const char* bail_class;
    int exit;
  };
  const Row rows[] = {{"reviewer_requested_changes", 6},
                      {"security", 4},
                      {"secrets", 4},
                      {"timeout", 75},
                      {"infra", 75},
                      {"exhausted", 6},
                      {"conflict", 4},
                      {"budget", 7},
                      {"other", 1}};
  for (const Row& row : rows) {
    CAPTURE(row.bail_class);
    CHECK(exit_of_class(row.bail_class) == row.exit);
  }
}

}  // namespace pawl::stages::coding_words_test
