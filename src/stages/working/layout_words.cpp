#include "stages/working/layout_words.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::stages {
namespace {

// "format" alone is what half of all faults are about: dates, numbers, files.
constexpr auto kLayoutWords = fixed_words(
    "reformat", "reformatting", "formatting", "formatter", "code format", "indent", "indented",
    "indentation", "reindent", "dedent", "whitespace", "white space", "trailing blanks",
    "trailing spaces", "blank lines", "line endings", "lint", "linter", "linting", "code style",
    "style guide", "prettier", "gofmt", "rustfmt", "clang-format", "isort", "eslint", "rubocop",
    "black", "ruff", "line length", "long lines", "wrap lines", "rewrap", "reflow", "quotes",
    "quoting", "sort", "sorted", "reorder", "rearrange", "import order", "alphabetical",
    "alphabetically", "move", "rewrite", "rewriting", "refactor", "refactoring", "restructure",
    "reorganize", "reorganise", "modernize", "modernise");

}  // namespace

bool is_about_layout(const planner::Task& task, const planner::Subtask& subtask) {
  if (!subtask.recipe.empty()) return true;
  const std::string text =
      task.title + "\n" + task.description + "\n" + subtask.title + "\n" + subtask.description;
  return std::any_of(kLayoutWords.begin(), kLayoutWords.end(),
                     [&](std::string_view word) { return contains_word_folded(text, word); });
}

}  // namespace pawl::stages
