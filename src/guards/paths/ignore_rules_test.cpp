#include "guards/paths/ignore_rules.hpp"

#include <doctest/doctest.h>

#include "guards/paths/relative_path.hpp"

namespace pawl::guards::ignore_rules_test {

TEST_CASE("what lines of an ignore file hide") {
  struct Row {
    std::string_view text;
    std::string_view path;
    bool hidden;
  };
  const Row rows[] = {
      {"*.py", "a/b.py", true},
      {"# *.py\n\n", "b.py", false},
      {"src/", "src/a.py", true},
      {"src/", "lib/src/a.py", true},
      {"/src", "lib/src/a.py", false},
      {"/src", "src/a.py", true},
      {"a/b", "a/b/c.py", true},
      {"a/b", "x/a/b/c.py", false},
      {"**/b", "x/a/b/c.py", true},
      {"src", "src.py", false},
      {"src/", "src", false},  // a file of that name
      {"*.py\n!keep.py", "keep.py", false},
      {"out\n!out/keep.py", "out/keep.py", true},  // below a hidden folder
      {"out/*\n!out/keep.py", "out/keep.py", false},
      {"!keep.py\n*.py", "keep.py", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CAPTURE(row.path);
    CHECK((hiding_rule(parse_ignore(row.text), row.path) != nullptr) == row.hidden);
  }
  CHECK(parse_ignore("a\n\n# b\n!c/\n").back().line == 4);
}

TEST_CASE("paths relative to a folder") {
  CHECK(joined_path("docs", "../a/./b") == "a/b");
  CHECK(joined_path("", "x") == "x");
  CHECK(joined_path("a", "..") == "");
  CHECK_FALSE(joined_path("a", "../../b").has_value());
}

}  // namespace pawl::guards::ignore_rules_test
