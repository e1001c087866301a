#include "syntax/mutants/mutants.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::syntax::mutants_test {
namespace {

// `3: a < b → a <= b` of each mutant: the bytes replaced and what takes their place.
std::string spelled(Language language, std::string_view text) {
  std::vector<std::string> lines;
  for (const Mutant& one : mutants(language, text, 0, text.size())) {
    lines.push_back(std::to_string(one.line) + ": " +
                    std::string(text.substr(one.begin, one.end - one.begin)) + " → " + one.text);
    CHECK_MESSAGE(parses_as_well(language, text, mutated(text, one)), mutated(text, one));
  }
  return join(lines, "\n");
}

}  // namespace

TEST_CASE("mutants of Python") {
  CHECK(spelled(Language::python,
                "def f(a, b=3):\n"
                "    \"\"\"Says 1.\"\"\"\n"
                "    if a < b and not a == 3:\n"
                "        raise ValueError('no')\n"
                "    elif ready(a):\n"
                "        self.x = a + 'x'\n"
                "    while a > 0:\n"
                "        a -= 1\n"
                "    print('done')\n"
                "    return x[0] + a\n") ==
        "3: a < b and not a == 3 → not (a < b and not a == 3)\n"
        "3: < → <=\n"
        "3: < → >=\n"
        "3: and → or\n"
        "3: == → !=\n"
        "3: 3 → 4\n"
        "4: raise ValueError('no') → pass\n"
        "5: ready(a) → not (ready(a))\n"
        "6: self.x = a + 'x' → pass\n"
        "6: 'x' → ''\n"
        "7: > → >=\n"
        "7: 0 → 1\n"
        "8: 1 → 2\n"
        "10: x[0] + a → None\n"
        "10: + → -");
}

TEST_CASE("mutants of JavaScript and TypeScript") {
  CHECK(spelled(Language::javascript,
                "function f(a) {\n"
                "  if (!a) { go(a); }\n"
                "  for (let i = 0; i < 3; i++) { total += i; }\n"
                "  const g = (x) => x * 2;\n"
                "  console.log('never');\n"
                "  return a === 3 ? true : null;\n"
                "}\n") ==
        "2: !a → a\n"
        "2: go(a); → ;\n"
        "3: 0 → 1\n"
        "3: < → <=\n"
        "3: 3 → 4\n"
        "3: += → -=\n"
        "4: x * 2 → undefined\n"
        "4: * → /\n"
        "4: 2 → 3\n"
        "6: a === 3 ? true : null → undefined\n"
        "6: === → !==\n"
        "6: 3 → 4\n"
        "6: true → false");
  CHECK(spelled(Language::javascript, "exports.f = (a) => a;\nexports.g = function () {};\n") ==
        "1: a → undefined");
  CHECK(spelled(Language::typescript, "export function f(a: 3 | 4): number { return a; }\n") ==
        "1: a → undefined");
}

TEST_CASE("mutants of Go fit the types a function gives back") {
  CHECK(spelled(Language::go,
                "package a\n"
                "func F(a int) (int, error) {\n"
                "\tif err := g(a); err != nil {\n"
                "\t\treturn 0, fmt.Errorf(\"no %d\", a)\n"
                "\t}\n"
                "\tbox.lid = 2\n"
                "\treturn a + 2, nil\n"
                "}\n"
                "func G(a int) bool { return a > 1 }\n"
                "func H() *Box { return &Box{} }\n"
                "func I() Box { return Box{} }\n") ==
        "3: != → ==\n"
        "4: 0 → 1\n"
        "6: box.lid = 2 → \n"
        "6: 2 → 3\n"
        "7: a + 2 → 0\n"
        "7: + → -\n"
        "7: 2 → 3\n"
        "9: a > 1 → !(a > 1)\n"
        "9: > → >=\n"
        "9: > → <=\n"
        "9: 1 → 2\n"
        "10: &Box{} → nil");
}

TEST_CASE("mutants of Rust know the value at the end of a function") {
  CHECK(spelled(Language::rust,
                "fn f(a: u8) -> u8 {\n"
                "    if a < 3u8 { return a; }\n"
                "    if let Some(x) = y { g(x); }\n"
                "    println!(\"{}\", 1);\n"
                "    a * 2\n"
                "}\n"
                "fn g(a: u8) -> bool { a == 1 }\n"
                "fn h() -> Result<(), E> { Ok(()) }\n") ==
        "2: < → <=\n"
        "2: < → >=\n"
        "2: 3u8 → 4u8\n"
        "2: a → Default::default()\n"
        "3: g(x); → \n"
        "5: a * 2 → Default::default()\n"
        "5: * → /\n"
        "5: 2 → 3\n"
        "7: a == 1 → !(a == 1)\n"
        "7: == → !=\n"
        "7: 1 → 2");
}

TEST_CASE("mutants of C, C++ and Java") {
  CHECK(spelled(Language::c,
                "int f(int a) {\n"
                "  if (ready(a)) { fprintf(stderr, \"x\"); return -1; }\n"
                "  a += 2;\n"
                "  return a;\n"
                "}\n"
                "char *g(void) { return name; }\n") ==
        "2: ready(a) → !(ready(a))\n"
        "2: -1 → 0\n"
        "3: += → -=\n"
        "3: 2 → 3\n"
        "4: a → 0\n"
        "6: name → 0");
  CHECK(spelled(Language::cpp, "Box f() { if (int n = g(); n) throw 1; return box; }\n") ==
        "1: throw 1; → ;\n1: box → {}");
  CHECK(spelled(Language::java,
                "class A { boolean f(int a) { if (a < 3) { throw new X(\"a\"); } return b; }\n"
                "  Box g() { return box; } }\n") ==
        "1: < → <=\n"
        "1: < → >=\n"
        "1: 3 → 4\n"
        "1: throw new X(\"a\"); → ;\n"
        "1: b → !(b)\n"
        "2: box → null");
}

TEST_CASE("only what stands between the two bytes is made wrong") {
  constexpr std::string_view text = "def f():\n    return 1\n\n\ndef g():\n    return 2\n";
  const std::vector<Mutant> found =
      mutants(Language::python, text, text.find("def g"), text.size());
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 6);
  CHECK(found[0].mutation == Mutation::constant);
  CHECK(mutated(text, found[0]) == "def f():\n    return 1\n\n\ndef g():\n    return 3\n");
  CHECK(mutants(Language::ruby, "def f; 1; end", 0, 13).empty());
}

TEST_CASE("a mutant that does not parse is known for that") {
  CHECK_FALSE(parses_as_well(Language::python, "a = 1\n", "a = (1\n"));
  CHECK(parses_as_well(Language::python, "a = (1\n", "a = (2\n"));
}

}  // namespace pawl::syntax::mutants_test
