#include "base/text/glob.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::glob_test {

TEST_CASE("globs") {
  struct Row {
    const char* pattern;
    const char* path;
    bool matches;
  };
  const Row rows[] = {
      {"*.py", "a.py", true},
      {"*.py", "src/a.py", true},
      {"*.py", "a.pyc", false},
      {"src/*.py", "src/a.py", true},
      {"src/*.py", "src/b/a.py", false},
      {"src/**/*.py", "src/a.py", true},
      {"src/**/*.py", "src/b/c/a.py", true},
      {"**/a.py", "a.py", true},
      {"docs/**", "docs/x/y.md", true},
      {"docs/**", "doc/x.md", false},
      {"/top.txt", "top.txt", true},
      {"/top.txt", "sub/top.txt", false},
      {"a?c", "abc", true},
      {"x/a?c", "x/a/c", false},
      {"[a-c].txt", "b.txt", true},
      {"[!a-c].txt", "b.txt", false},
      {"[]x].txt", "].txt", true},
      {"[ab", "[ab", true},
      {"*.{js,ts}", "a.ts", true},
      {"*.{js,{ts,tsx}}", "a.tsx", true},
      {"*.{js,ts}", "a.go", false},
      {"{a", "{a", true},
      {"\\*.md", "*.md", true},
      {"\\*.md", "a.md", false},
      {"**", "any/thing", true},
      {"", "a", false},
      {"*", "a", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.pattern);
    CAPTURE(row.path);
    CHECK(glob_match(row.pattern, row.path) == row.matches);
  }
}

TEST_CASE("a pattern made to be slow ends") {
  const std::string stars = "a*a*a*a*a*a*a*b";
  CHECK_FALSE(glob_match(stars, std::string(60, 'a')));
  CHECK_FALSE(glob_match(std::string(1000, '{'), "x"));
}

}  // namespace pawl::glob_test
