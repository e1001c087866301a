#include "planner/task_work.hpp"

#include <doctest/doctest.h>

namespace pawl::planner::task_work_test {
namespace {

std::string nothing_forbidden(const RepoPath&) { return {}; }

TaskWork work_of(std::string_view words) {
  const auto view = repo::memory_view({{"src/box.py", "def open_box():\n    return 1\n"},
                                       {"docs/CLAUDE.md", "# A\n"},
                                       {"Makefile", "all:\n"}});
  return task_work(words, *view, nullptr, nothing_forbidden);
}

}  // namespace

TEST_CASE("a path that is spelled is named") {
  struct Row {
    const char* words;
    const char* path;
    bool named;
  };
  const Row rows[] = {
      {"Let src/box.py open.", "src/box.py", true},
      {"Let ./src/box.py:3 open", "src/box.py", true},
      {"Change `src/box.py`, please", "src/box.py", true},
      {"Mend box.py", "src/box.py", true},
      {"Mend CLAUDE.md", "docs/CLAUDE.md", true},
      {"Update the Makefile.", "Makefile", true},
      {"Make .devcontainer/devcontainer.json for it", ".devcontainer/devcontainer.json", true},
      {"Mend open_box()", "src/box.py", false},
      {"Mend src/box.pyc", "src/box.py", false},
      {"Mend lib/src/box.py", "src/box.py", false},
      {"Let GNUMakefile go", "Makefile", false},
      {"Write something", "src/box.py", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.words);
    CHECK(work_of(row.words).names(row.path) == row.named);
  }
  CHECK(work_of("  Ring\x07 it\n").words == "Ring\\x07 it");
}

TEST_CASE("the title is the first line") {
  CHECK(task_title("\n  Add a flag.\nIt is called --json.\n") == "Add a flag.");
  CHECK(task_title(std::string(500, 'a')).size() < 130);
  CHECK(task_title(" \n").empty());
}

}  // namespace pawl::planner::task_work_test
