#include "critics/diff.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::critics::diff_test {
namespace {

constexpr const char* kDiff =
    "diff --git a/src/a.py b/src/a.py\n"
    "index 1111111..2222222 100644\n"
    "--- a/src/a.py\n"
    "+++ b/src/a.py\n"
    "@@ -1,3 +1,4 @@ def top():\n"
    " one\n"
    "-two\n"
    "+2\n"
    "+--- 3\n"
    " three\n"
    "@@ -10 +11,0 @@\n"
    "---- gone\n"
    "\\ No newline at end of file\n"
    "diff --git a/pic.png b/pic.png\n"
    "new file mode 100644\n"
    "Binary files /dev/null and b/pic.png differ\n"
    "diff --git \"a/\\303\\244.md\" \"b/\\303\\244.md\"\n"
    "deleted file mode 100644\n"
    "--- \"a/\\303\\244.md\"\n"
    "+++ /dev/null\n"
    "@@ -1 +0,0 @@\n"
    "-text\n"
    "diff --git a/old.md b/new.md\n"
    "similarity index 100%\n"
    "rename from old.md\n"
    "rename to new.md\n";

TEST_CASE("a diff is read by file, hunk and line") {
  const Diff diff = parse_diff(kDiff);
  REQUIRE(diff.files.size() == 4);
  const DiffFile& code = diff.files[0];
  CHECK(code.path == "src/a.py");
  REQUIRE(code.hunks.size() == 2);
  const auto& lines = code.hunks[0].lines;
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].line == 1);
  CHECK(lines[1].side == Side::removed);
  CHECK(lines[1].line == 2);
  CHECK(lines[2].side == Side::added);
  CHECK(lines[2].line == 2);
  CHECK(lines[3].text == "--- 3");
  CHECK(lines[4].line == 4);
  REQUIRE(code.hunks[1].lines.size() == 1);
  CHECK(code.hunks[1].lines[0].text == "--- gone");
  CHECK(changed_lines(code) == 4);
  CHECK(diff.files[1].path == "pic.png");
  CHECK(diff.files[1].obstacle == "binary");
  CHECK(diff.files[2].path == "\xc3\xa4.md");
  CHECK(diff.files[2].removed);
  CHECK(diff.files[3].path == "new.md");
  CHECK(diff.find("src/a.py") == &code);
  CHECK(diff.find("old.md") == nullptr);
}

TEST_CASE("what is no diff is no file, and a cut one ends where it is cut") {
  CHECK(parse_diff("").files.empty());
  CHECK(parse_diff("fatal: no\n+++ b/x\n@@ -1 +1 @@\n+a\n").files.empty());
  const Diff diff = parse_diff(std::string(kDiff).substr(0, 120));
  REQUIRE(diff.files.size() == 1);
  CHECK(parse_diff("diff --git a/x b/x\n@@ -1,9 +1,9 @@\ndiff --git a/y b/y\n").files.size() == 2);
  CHECK(parse_diff("diff --git a/x b/x\n@@ -1,99999999999999999999 +a,b @@\n+x\n").files.size() ==
        1);
}

TEST_CASE("a hunk that loses lines when it is cleaned is withheld") {
  const Diff diff = cleaned_diff(parse_diff(kDiff), [](std::string_view text, const std::string&) {
    return contains(text, "gone") ? std::string("[redacted]\n\n\n")
                                  : replace_all(text, "three", "3");
  });
  CHECK_FALSE(diff.files[0].hunks[0].withheld);
  CHECK(diff.files[0].hunks[0].lines[4].text == "3");
  CHECK(diff.files[0].hunks[1].withheld);
  CHECK(diff.files[0].hunks[1].lines[0].text.empty());
}

}  // namespace
}  // namespace pawl::critics::diff_test
