#include "planner/prompts/tested_files.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"

namespace pawl::planner::tested_files_test {
namespace {

const std::map<std::string, std::string> kFiles{
    {"box/lid.py", "def turn():\n    return 1\n"},
    {"box/key.py", "def fits():\n    return 1\n"},
    {"box/util.py", "def part():\n    return 1\n"},
    {"tests/test_old.py", "from box.util import part\n"},
    {"vendor/lid.py", ""},
    {"README.md", ""},
};

std::string found(const std::string& description, std::vector<std::string> hints) {
  const auto view = repo::memory_view(kFiles);
  const auto index = index::memory_index({kFiles.begin(), kFiles.end()});
  const Task task{.id = "T001", .title = "Test the box", .description = ""};
  const Subtask subtask{.id = "T001-S01",
                        .title = "Test",
                        .description = description,
                        .file_hints = std::move(hints)};
  return join(tested_files(task, subtask, *view, &index->head()), " ");
}

}  // namespace

TEST_CASE(
    "who writes tests reads what the subtask names, what is named alike, and what is imported") {
  CHECK(found("Test `fits` of `box/key.py`.", {"tests/test_lid.py"}) == "box/key.py box/lid.py");
  CHECK(found("See README.md (util.py, tests/test_old.py).", {"tests/test_new.py"}) ==
        "box/util.py");
  CHECK(found("", {"tests/test_old.py"}) == "box/util.py");
  CHECK(found("", {"tests/test_new.py"}).empty());
}

TEST_CASE("other work has its own files to read") {
  CHECK(found("Mend box/key.py.", {"tests/test_lid.py", "box/lid.py"}).empty());
  CHECK(found("Mend box/key.py.", {}).empty());
}

}  // namespace pawl::planner::tested_files_test
