#include "syntax/results.hpp"

#include <doctest/doctest.h>

namespace pawl::syntax {
namespace {

struct Row {
  const char* name;
  Language language;
  const char* text;
  Ending ending;
  bool declared;
};

TEST_CASE("how functions end") {
  const Row rows[] = {
      {"python value", Language::python, "def f(a):\n    return a\n", Ending::value, false},
      {"python bare", Language::python, "def f(a) -> int:\n    return\n", Ending::nothing, true},
      {"python optional", Language::python, "def f(a) -> int | None:\n    x = a\n", Ending::nothing,
       false},
      {"python call", Language::python, "def f(a):\n    g(a)\n", Ending::call, false},
      {"python both ways", Language::python,
       "def f(a):\n    if a:\n        return 1\n    else:\n        return 2\n", Ending::unclear,
       false},
      {"python one way", Language::python, "def f(a):\n    if a:\n        return 1\n",
       Ending::falls, false},
      {"go names", Language::go, "package a\nfunc f() (n int) {\n\tn = 1\n\treturn\n}\n",
       Ending::nothing, false},
      {"go panic", Language::go, "package a\nfunc f() int {\n\tpanic(1)\n}\n", Ending::unclear,
       true},
      {"rust tail", Language::rust, "fn f() -> u8 {\n    1\n}\n", Ending::value, true},
      {"rust statement", Language::rust, "fn f() -> u8 {\n    1;\n}\n", Ending::nothing, true},
      {"c pointer", Language::c, "void *f(int a) { return g(a); }\n", Ending::value, true},
      {"java void", Language::java, "class A { void f() { int a = 1; } }\n", Ending::nothing,
       false},
      {"typescript promise", Language::typescript,
       "async function f(): Promise<void> {\n  await g();\n}\n", Ending::call, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto found = results_of(row.language, row.text, 0, std::string_view(row.text).size());
    REQUIRE(found.size() == 1);
    CHECK(found.front().ending == row.ending);
    CHECK(found.front().declared == row.declared);
  }
}

TEST_CASE("returns of functions inside do not count") {
  const std::string_view text = "function f() {\n  g(() => { return 1; });\n  return;\n}\n";
  const auto found = results_of(Language::javascript, text, 0, text.size());
  REQUIRE(found.size() == 2);
  CHECK(found.front().values == 0);
  CHECK(found.front().bare == 1);
  CHECK(found.front().bare_line == 3);
}

}  // namespace
}  // namespace pawl::syntax
