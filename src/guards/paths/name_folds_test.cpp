#include "guards/paths/name_folds.hpp"

#include <doctest/doctest.h>

namespace pawl::guards::name_folds_test {

TEST_CASE("names that are one to a file system or a reader have one key") {
  struct Row {
    const char* one;
    const char* other;
    bool same;
  };
  const Row rows[] = {
      {"README.md", "readme.MD", true},
      {"caf\u00e9", "cafe\u0301", true},
      {"CAF\u00c9", "caf\u00e9", true},
      {"stra\u00dfe", "STRASSE", true},
      {"\uff21\uff22", "ab", true},
      {"\u03c3", "\u03c2", true},
      {"\uac00", "\u1100\u1161", true},
      {"\uac01", "\u1100\u1161\u11a8", true},
      {"a\u0323\u0307", "a\u0307\u0323", true},
      {"caf\u00e9", "cafe", false},
      {"\u0441.md", "c.md", false},  // to a file system, and to who reads both alphabets
      {"a.md", "a.txt", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.one);
    CAPTURE(row.other);
    CHECK((name_key(row.one) == name_key(row.other)) == row.same);
  }
}

TEST_CASE("what looks like ASCII") {
  CHECK(looks_like("\u0421LAUDE.md") == "claude.md");
  CHECK(looks_like(".g\u0456t/config") == ".git/config");
  CHECK(looks_like(".github\uff0fworkflows") == ".github/workflows");
  CHECK(looks_like(".g\u200cit") == ".git");
  CHECK(looks_like("\u6587\u6863/a.md") == "\u6587\u6863/a.md");
}

}  // namespace pawl::guards::name_folds_test
