#include <doctest/doctest.h>

#include <array>
#include <string>

#include "syntax/check.hpp"

namespace pawl::syntax::code_check_test {
namespace {

std::vector<Diagnostic> check_code(Language language, std::string_view text) {
  return check({Format::code, language}, text);
}

struct Sound {
  Language language;
  std::string_view text;
};

TEST_CASE("sound code has no diagnostics") {
  const auto cases = std::to_array<Sound>({
      {Language::python, ""},
      {Language::python, "\xEF\xBB\xBFx = 1\n"},
      {Language::python, "if x:\n    a\n    # c\nelif y: pass\nelse:\n    b\n"},
      {Language::python, "try: a\nfinally: b\n"},
      {Language::python, "x = 1; y = 2\nif a: b; c\n"},
      {Language::python, "x = 1; \\\n  y = 2\n"},
      {Language::python, "match x:\n    case 1:\n        pass\n"},
      {Language::python, "class A:\n\tdef f(self):\n\t\tpass\n\n\tx = 1\n"},
      {Language::python, "# -*- coding: latin-1 -*-\nx = '\xE9'\n"},
      {Language::javascript, "const a = <div>{b}</div>;\n"},
      {Language::typescript, "export const f = async <T,>(a: T): Promise<T> => a;\n"},
      {Language::tsx, "const a: X = <div/>;\n"},
      {Language::go, "package m\nfunc f[T any](a T) {}\n"},
      {Language::rust, "fn main() { println!(\"{}\", 1); }\n"},
      {Language::c, "// caf\xE9\nint x; /* \xFC */\n"},
      {Language::cpp, "template <class T> concept K = requires(T t) { t.x(); };\n"},
      {Language::java, "record R(int a) {}\n"},
      {Language::ruby, "def f = 1\n"},
      {Language::bash, "f() { [[ $1 == a* ]] && echo \"$(date)\"; }\n"},
      {Language::bash, "a=$(\n  cat <<END\n\\$b = [C]::from('${c}')\n# don't\nEND\n)\n"},
      {Language::bash,
       "save() {\n  for i do printf %s \"$i\"; done\n  for each do\n    echo\n  done\n}\n"},
  });
  for (const Sound& each : cases) {
    CAPTURE(each.text);
    const auto found = check_code(each.language, each.text);
    CHECK(found.empty());
    if (!found.empty()) MESSAGE(found.front().message);
  }
}

struct Broken {
  Language language;
  std::string_view text;
  int line;
  int column;
  std::string_view message;
};

TEST_CASE("a verdict does not depend on what was asked before") {
  const std::string good = "def f():\n    return 1\n";
  const std::string bad = "def f(:\n    return 1\n";
  const Kind python{.format = Format::code, .language = Language::python};
  const Kind script{.format = Format::code, .language = Language::javascript};
  for (int round = 0; round < 3; ++round) {
    CHECK(check(python, good).empty());
    CHECK_FALSE(check(python, bad).empty());
    CHECK_FALSE(check(script, good).empty());
    // More texts than are remembered.
    for (int i = 0; i < 100; ++i) CHECK(check(python, good + "# " + std::to_string(i)).empty());
  }
}

TEST_CASE("a fault is found at its place") {
  const auto cases = std::to_array<Broken>({
      {Language::python, "def f(:\n  pass\n", 1, 7, "missing \")\""},
      {Language::python, "def f():\npass\n", 1, 9, "expected an indented block"},
      {Language::python, "class A:\n", 1, 9, "expected an indented block"},
      {Language::python, "a = 1\n  b = 2\n", 2, 3, "unexpected indent"},
      {Language::python, "if x:\n    a\n  b\n", 3, 3, "unexpected indent"},
      {Language::python, "for x in y:\n\treturn\n        z\n", 3, 9, "unexpected indent"},
      {Language::python, "def f():\n    if x:\n        a\n      else:\n        b\n", 4, 7,
       "indentation differs from the statement it belongs to"},
      {Language::python, "try:\n  pass\n", 1, 1, "\"try\" without \"except\" or \"finally\""},
      {Language::python, "x = 'ä' = '\xFF'\n", 1, 12, "a byte that is not UTF-8"},
      {Language::python, "x = 1\n<<<<<<< HEAD\n", 2, 1, "unexpected \"<<<<<<<\""},
      {Language::javascript, "if (a) {\n  b();\n", 2, 7, "missing \"}\""},
      {Language::javascript, "const ä = {;\n", 1, 12, "missing \"}\""},
      {Language::typescript, "let x: number = ;\n", 1, 15, "unexpected \"=\""},
      {Language::go, "package m\nfunc f() { x := }\n", 2, 16, "missing \"identifier\""},
      {Language::rust, "fn f( { }\n", 1, 6, "missing \")\""},
      {Language::c, "int f() { return 1 }\n", 1, 19, "missing \";\""},
      {Language::java, "class A { void f() { } \n", 1, 23, "missing \"}\""},
      {Language::ruby, "def f\n  1\n", 1, 1, "unexpected \"def f\""},
      {Language::bash, "if true; then echo\n", 2, 1, "missing \"fi\""},
  });
  for (const Broken& each : cases) {
    CAPTURE(each.text);
    const auto found = check_code(each.language, each.text);
    REQUIRE(!found.empty());
    CHECK(found.front().line == each.line);
    CHECK(found.front().column == each.column);
    CHECK(found.front().message == each.message);
  }
}

TEST_CASE("at most twenty faults are told") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "int f" + std::to_string(i) + "() { return 1 }\n";
  CHECK(check_code(Language::c, text).size() == 20);
}

TEST_CASE("hostile code ends in a verdict") {
  for (const Language language : {Language::python, Language::javascript, Language::typescript,
                                  Language::tsx, Language::go, Language::rust, Language::c,
                                  Language::cpp, Language::java, Language::ruby, Language::bash}) {
    CAPTURE(to_string(language));
    CHECK(!check_code(language, std::string(20'000, '(')).empty());
    CHECK(!check_code(language, std::string(20'000, '{')).empty());
    check_code(language, std::string("\0\xFF\xFE\x80", 4));
    check_code(language, std::string(1, '\xC3'));
  }
}

TEST_CASE("a text over the limit is refused, not parsed") {
  const std::string text((std::size_t{4} << 20U) + 1, ' ');
  REQUIRE(check_code(Language::python, text).size() == 1);
}

}  // namespace
}  // namespace pawl::syntax::code_check_test
