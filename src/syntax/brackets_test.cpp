#include "syntax/brackets.hpp"

#include <doctest/doctest.h>

namespace pawl::syntax::brackets_test {

TEST_CASE("brackets of C and C++") {
  struct Row {
    const char* text;
    Brackets want;
  };
  const Row rows[] = {
      {"", {}},
      {"int f(void) { return a[1]; }\n", {}},
      {"int f(void {\n", {1, 0, 1, 0}},
      {"})", {-1, 0, -1, 0}},
      {"char* a = \"({[\"; char b = '{'; // ((\n/* [[ */", {}},
      {"auto a = R\"x(({[)x\";", {}},
      {"int a = 1'000'000;\n", {}},
      {"char* a = \"open;\nint b;\n", {0, 0, 0, 1}},
      {"char* a = \"\\\"(\";\n", {}},
      {"#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}\n", {}},
      {"#if A\n#if B\n{\n#else\n{\n#endif\n#elif C\n{\n#endif\n", {0, 0, 1, 0}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(brackets_in(row.text) == row.want);
  }
}

}  // namespace pawl::syntax::brackets_test
