#include "syntax/essence.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace pawl::syntax::essence_test {
namespace {

// The definitions whose code differs, and those that are only in one of the texts.
std::string differing(Language language, std::string_view before, std::string_view after) {
  const std::vector<Essence> old = essences(language, before);
  const std::vector<Essence> now = essences(language, after);
  std::string out;
  const auto other = [](const std::vector<Essence>& all, const Essence& wanted) {
    return std::find_if(all.begin(), all.end(), [&](const Essence& each) {
      return each.definition.qualified == wanted.definition.qualified;
    });
  };
  for (const Essence& each : old) {
    const auto found = other(now, each);
    if (found == now.end()) {
      out += "-" + each.definition.qualified + " ";
    } else if (found->code != each.code) {
      out += each.definition.qualified + " ";
    }
  }
  for (const Essence& each : now) {
    if (other(old, each) == old.end()) out += "+" + each.definition.qualified + " ";
  }
  return out;
}

struct Row {
  std::string_view what;
  Language language;
  std::string_view before;
  std::string_view after;
  std::string_view differs;
};

TEST_CASE("comments, docstrings and layout are no part of the code; all else is") {
  const Row rows[] = {
      {"a comment and a line break", Language::python, "def f(a, b):\n    return a + b\n",
       "# why\ndef f(a,\n      b):\n\n    return a + b  # sum\n", ""},
      {"a docstring", Language::python, "def f():\n    return 1\n",
       "def f():\n    \"\"\"Give one.\"\"\"\n    return 1\n", ""},
      {"another string that stands alone", Language::python, "def f():\n    x()\n",
       "def f():\n    x()\n    'a'\n", "f "},
      {"a statement that leaves its block", Language::python,
       "def f():\n    if x:\n        a()\n        b()\n",
       "def f():\n    if x:\n        a()\n    b()\n", "f "},
      {"a blank in a string", Language::python, "def f():\n    return 'a b'\n",
       "def f():\n    return 'a  b'\n", "f "},
      {"a decorator", Language::python, "def f(): pass\n", "@cache\ndef f(): pass\n", "f "},
      {"an argument of a decorator", Language::python, "@r('/a')\ndef f(): pass\n",
       "@r('/b')\ndef f(): pass\n", "f "},
      {"a decorator of the next one", Language::python, "def f(): pass\n@a\ndef g(): pass\n",
       "def f(): pass\n@b\ndef g(): pass\n", "g "},
      {"a method that comes to a type", Language::python,
       "class A:\n    def m(self):\n        return 1\n",
       "class A:\n    def k(self):\n        return 2\n\n    def m(self):\n        return 1\n",
       "+A.k "},
      {"a field of a type", Language::python, "class A:\n    x = 1\n    def m(self): pass\n",
       "class A:\n    x = 2\n    def m(self): pass\n", "A "},
      {"a method's body", Language::python, "class A:\n    def m(self): return 1\n",
       "class A:\n    def m(self): return 2\n", "A.m "},
      {"code around definitions", Language::python, "x()\ndef f(): pass\n", "def f(): pass\ny()\n",
       ""},
      {"constants of one statement", Language::go, "package p\nconst A, B = 1, 2\n",
       "package p\nconst A, B = 1, 3\n", "A B "},
      {"a renamed function", Language::go, "package p\nfunc F() int { return 1 }\n",
       "package p\nfunc G() int { return 1 }\n", "-F +G "},
      {"Go, laid out anew", Language::go, "package p\nfunc F(a int) int { return a }\n",
       "package p\n\n// F gives it back.\nfunc F(a int) int {\n\treturn a // here\n}\n", ""},
      {"an operator", Language::go, "package p\nfunc F(a int) bool { return a < 1 }\n",
       "package p\nfunc F(a int) bool { return a <= 1 }\n", "F "},
      {"a template string", Language::typescript, "export function f() { return `a ${x}`; }\n",
       "export function f() { return `a  ${x}`; }\n", "f "},
      {"no longer exported", Language::typescript, "export function f() { return 1; }\n",
       "function f() { return 1; }\n", "f "},
      {"an arrow function", Language::javascript, "const f = (a) => {\n  return a;\n};\n",
       "const f = (a) => {\n  // b\n  return a;\n};\n", ""},
      {"an attribute", Language::rust, "pub fn f() {}\n", "#[inline]\npub fn f() {}\n", "f "},
      {"a doc comment", Language::rust, "pub fn f() { g(); }\n",
       "/// Does g.\npub fn f() {\n    g();\n}\n", ""},
      {"a C string", Language::c, "const char *f(void) { return \"a b\"; }\n",
       "const char *f(void) { return \"a  b\"; }\n", "f "},
      {"C++ in a class", Language::cpp, "class A {\n public:\n  int f() { return 1; }\n};\n",
       "class A {\n public:\n  // one\n  int f() {\n    return 1;\n  }\n  int g();\n};\n",
       "+A::g "},
      {"an annotation", Language::java, "class A { int f() { return 1; } }\n",
       "class A { @Deprecated int f() { return 1; } }\n", "A.f "},
      {"Ruby", Language::ruby, "def f\n  1\nend\n", "# one\ndef f\n  1 # one\nend\n", ""},
      {"a shell function", Language::bash, "f() {\n  echo \"a b\"\n}\n",
       "f() {\n  echo \"a  b\"\n}\n", "f "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(differing(row.language, row.before, row.after) == row.differs);
  }
}

TEST_CASE("nested as deep as nobody nests, and cut off in the middle") {
  const std::string deep = "def f():\n    return " + std::string(5000, '(') + "1\n";
  CHECK(essences(Language::python, deep).size() <= 1);
  CHECK(essences(Language::cpp, "int f() { return \"").size() <= 1);
  CHECK(essences(Language::python, "").empty());
}

}  // namespace
}  // namespace pawl::syntax::essence_test
