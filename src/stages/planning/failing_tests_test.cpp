#include "stages/planning/failing_tests.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::failing_tests_test {

TEST_CASE("a frame is a path and a line") {
  struct Row {
    const char* text;
    const char* path;
    bool found;
  };
  const Row rows[] = {
      {"    at sum (/tmp/x/src/sum.js:12:3)", "src/sum.js", true},
      {"src/sum.js:12: bad", "src/sum.js", true},
      {"  File \"/tmp/x/src/sum.py\", line 7, in f", "src/sum.py", true},
      {"see src/sum.js: it is fine", "src/sum.js", false},
      {"compiling src/sum.js", "src/sum.js", false},
      {"lib/my-src/sum.js:12", "src/sum.js", false},
      {"checksum.js:12", "sum.js", false},
      {"checksum.js:12 then sum.js:3", "sum.js", true},
      {"src/sum.jsx:12", "src/sum.js", false},
      {"", "src/sum.js", false},
      {"src/sum.js:", "src/sum.js", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(has_frame_of(row.text, row.path) == row.found);
  }
}

}  // namespace pawl::stages::failing_tests_test
