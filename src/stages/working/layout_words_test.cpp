#include "stages/working/layout_words.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::layout_words_test {

TEST_CASE("a subtask about layout is known by its words, or by its recipe") {
  struct Row {
    const char* title;
    const char* description;
    bool about;
  };
  const Row rows[] = {
      {"Reformat the parser", "", true},
      {"Mend the parser", "Sort the imports.", true},
      {"Fix indentation of help", "", true},
      {"Rewrite lexer.py", "It has to be shorter.", true},
      {"Fix the date format", "format() has to pad months.", false},
      {"Fix src/box.py so that its tests pass", "These tests fail: tests/test_box.py::test_opens.",
       false},
      {"Remove the cache", "Nothing is to be kept between calls.", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.title);
    const planner::Subtask subtask{
        .id = "T001-S01", .title = row.title, .description = row.description, .file_hints = {}};
    CHECK(is_about_layout({}, subtask) == row.about);
  }
  planner::Subtask recipe{.id = "T001-S01", .title = "x", .description = "", .file_hints = {}};
  recipe.recipe = "trailing-whitespace";
  CHECK(is_about_layout({}, recipe));
  const planner::Task task{.id = "T001", .title = "Linting", .subtasks = {}};
  CHECK(
      is_about_layout(task, {.id = "T001-S01", .title = "x", .description = "", .file_hints = {}}));
}

}  // namespace pawl::stages::layout_words_test
