#include "planner/concerns/concern.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::planner::concern_test {
namespace {

using Names = std::vector<std::string>;

ConcernNames names(std::int64_t issue = 0) {
  return {.of_recipe = [](const std::string& recipe) -> std::string {
            return recipe == "badges" || recipe == "markdown-links" ? "links" : "";
          },
          .issue = issue};
}

}  // namespace

TEST_CASE(
    "what work is about is told by recipe, tests, issue, or metric and files, never by words") {
  struct Row {
    const char* what;
    Task task;
    Subtask subtask;
    std::int64_t issue;
    Names want;
  };
  const Row rows[] = {
      {"a recipe",
       {.metric = "docs"},
       {.file_hints = {"a.md"}, .recipe = "badges"},
       0,
       {"recipe:links"}},
      {"another of its concern",
       {.metric = "readme"},
       {.recipe = "markdown-links"},
       0,
       {"recipe:links"}},
      {"a recipe nobody knows", {}, {.recipe = "gone"}, 0, {"recipe:gone"}},
      {"failing tests",
       {.metric = "test_results"},
       {.file_hints = {"a.py"}, .tests = {"t.py::a", "t.py::b"}},
       0,
       {"test:t.py::a", "test:t.py::b"}},
      {"a metric and files",
       {.title = "T", .metric = "Docs"},
       {.title = "U", .description = "V", .file_hints = {"a.md", "b.md"}},
       0,
       {"docs:a.md", "docs:b.md"}},
      {"the same in other words",
       {.title = "X", .metric = "docs"},
       {.title = "Y",
        .description = "Z",
        .file_hints = {"a.md", "b.md"},
        .action = SubtaskAction::create},
       0,
       {"docs:a.md", "docs:b.md"}},
      {"no metric", {}, {.file_hints = {"a.md"}}, 0, {"any:a.md"}},
      {"an issue", {.metric = "bug"}, {.file_hints = {"a.py"}, .tests = {"t"}}, 5, {"issue:5"}},
      {"nothing at all", {.metric = "docs"}, {}, 0, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(concerns_of(row.task, row.subtask, names(row.issue)) == row.want);
  }
}

TEST_CASE("concerns are read back from the text of a pull request") {
  const Names all = {"docs:a--b.md", "docs:<!-- x -->.md", "test:t::\"q\" \\ é",
                     "recipe:ignore rules", "docs:---"};
  const std::string mark = concerns_mark(all);
  CHECK(mark.starts_with("<!-- "));
  CHECK(mark.ends_with(" -->"));
  // Nothing in between ends the comment, or begins another line.
  CHECK(mark.find("-->") == mark.size() - 3);
  CHECK_FALSE(contains(mark, "\n"));
  CHECK(concerns_in("Text.\n\n" + mark + "\n<!-- pawl-run: x-000000 -->\n") == all);
  CHECK(concerns_in(concerns_mark({"docs:old"}) + "\n" + mark) == all);
}

TEST_CASE("a mark that is not there, spoilt or endless says little and breaks nothing") {
  CHECK(concerns_mark({}).empty());
  for (const char* text :
       {"", "nothing", "<!-- pawl-concerns: [\"a\"]", "<!-- pawl-concerns: { -->",
        "<!-- pawl-concerns: {\"a\": 1} -->", "<!-- pawl-concerns: [1, null] -->"}) {
    CAPTURE(text);
    CHECK(concerns_in(text).empty());
  }
  CHECK(concerns_in("<!-- pawl-concerns: [\"a\", 7, \"" + std::string(1000, 'x') + "\"] -->") ==
        Names{"a"});
  Names many;
  for (int i = 0; i < 500; ++i) many.push_back("docs:" + std::to_string(i));
  CHECK(concerns_in(concerns_mark(many)).size() == 200);
  const Names long_ones(100, "docs:" + std::string(500, 'x'));
  CHECK(concerns_in(concerns_mark(long_ones)).size() == 31);
}

}  // namespace pawl::planner::concern_test
