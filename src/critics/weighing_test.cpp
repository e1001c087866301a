#include "critics/weighing.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "critics/change_diff.hpp"
#include "critics/chunks.hpp"
#include "critics/test_diff.hpp"

namespace pawl::critics::weighing_test {
namespace {

git::FileChange changed(const char* path, std::optional<std::string> before,
                        std::optional<std::string> after) {
  return {.path = *RepoPath::parse(path), .before = std::move(before), .after = std::move(after)};
}

TEST_CASE("a change that is no commit has the diff git would print") {
  std::string before;
  std::string after;
  for (int i = 1; i <= 30; ++i) {
    const std::string line = "line " + std::to_string(i) + "\n";
    before += line;
    after += i == 5 ? "FIVE\n" : i == 9 ? "" : i == 25 ? line + "more\n" : line;
  }
  const Diff diff =
      diff_of({.files = {changed("a.c", before, after), changed("b.c", std::nullopt, "x\ny\n"),
                         changed("c.c", "z\n", std::nullopt),
                         changed("d.bin", std::nullopt, std::string("\0", 1))}});
  REQUIRE(diff.files.size() == 4);
  REQUIRE(diff.files[0].hunks.size() == 2);
  const Chunk first{
      .pieces = {{.file = 0, .hunk = 0, .first = 0, .last = diff.files[0].hunks[0].lines.size()}}};
  CHECK(text_of(diff, first) ==
        "file a.c\n     2  line 2\n     3  line 3\n     4  line 4\n       -line 5\n     5 +FIVE\n"
        "     6  line 6\n     7  line 7\n     8  line 8\n       -line 9\n     9  line 10\n    10  "
        "line 11\n"
        "    11  line 12\n");
  CHECK(diff.files[0].hunks[1].lines.size() == 7);
  CHECK(changed_lines(diff.files[1]) == 2);
  CHECK(diff.files[2].removed);
  CHECK(changed_lines(diff.files[2]) == 1);
  CHECK(diff.files[3].obstacle == "binary");
}

TEST_CASE("risk grows with what a change is, takes away and leaves untested") {
  const double docs = risk_of(parse_diff(new_file_diff("docs/a.md", 5000)));
  const double small = risk_of(parse_diff(new_file_diff("src/a.py", 3)));
  const double tested =
      risk_of(parse_diff(new_file_diff("src/a.py", 3) + new_file_diff("tests/test_a.py", 3)));
  const double large = risk_of(parse_diff(new_file_diff("src/a.py", 5000)));
  CHECK(risk_of({}) == 0);
  CHECK(docs <= 0.2);
  CHECK(tested < small);
  CHECK(small < large);
  CHECK(large <= 1);
}

TEST_CASE("what can be checked decides which version wins") {
  CHECK(meta_eval({.admitted = false, .tests_fixed = 3, .lines = 1, .lines_before = 9}).winner ==
        Winner::v0);
  CHECK(meta_eval({.admitted = true, .lines = 0}).winner == Winner::v0);
  CHECK(meta_eval({.admitted = true, .tests_fixed = 1, .lines = 4, .lines_before = 4}).winner ==
        Winner::v1);
  CHECK(meta_eval({.admitted = true, .lines = 4, .lines_before = 4}).winner == Winner::tie);
  const MetaVerdict large =
      meta_eval({.admitted = true, .tests_fixed = 1, .lines = 41, .lines_before = 10});
  CHECK(large.winner == Winner::v0);
  CHECK(contains(large.rationale, "at most 40"));
}

}  // namespace
}  // namespace pawl::critics::weighing_test
