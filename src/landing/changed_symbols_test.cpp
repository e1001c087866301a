#include "landing/changed_symbols.hpp"

#include <doctest/doctest.h>

namespace pawl::landing::changed_symbols_test {
namespace {

using Names = std::set<std::string>;

Names changed(const std::string& path, const std::string& before, const std::string& after) {
  return changed_symbols({.path = *RepoPath::parse(path), .before = before, .after = after});
}

}  // namespace

TEST_CASE("a method that changes does not change its class") {
  const std::string before =
      "class Box:\n    def open(self):\n        return 1\n\n    def shut(self):\n        return "
      "2\n";
  const std::string after =
      "class Box:\n    def open(self):\n        return 3\n\n    def shut(self):\n        return "
      "2\n";
  CHECK(changed("box.py", before, after) == Names{"Box.open"});
}

TEST_CASE("what is added, removed, and outside of all") {
  const std::string before = "import os\n\ndef a():\n    pass\n\n\ndef b():\n    pass\n";
  CHECK(changed("m.py", before, "import os\n\ndef a():\n    pass\n").contains("b"));
  CHECK(changed("m.py", before, "import re\n\ndef a():\n    pass\n\n\ndef b():\n    pass\n") ==
        Names{"(top)"});
}

TEST_CASE("a file without definitions, or in no known language, has none") {
  CHECK(changed("notes.txt", "a", "b").empty());
  CHECK(changed("data.json", "{}", "[]").empty());
}

}  // namespace pawl::landing::changed_symbols_test
