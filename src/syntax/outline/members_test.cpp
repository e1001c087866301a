#include "syntax/outline/members.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace {

using namespace pawl::syntax;

std::string listed(Language language, std::string_view text) {
  std::vector<std::string> out;
  for (const Member& each : members_of(language, text)) out.push_back(each.owner + "." + each.name);
  return pawl::join(out, " ");
}

TEST_CASE("members of types") {
  CHECK(listed(Language::python,
               "class A(Enum):\n    RED = 1\n    size: int\n    def f(self):\n        x = 1\n"
               "        self.b, other.c = x, x\n") == "A.RED A.size A.b .c");
  CHECK(listed(Language::typescript,
               "interface A { x: string; f(): void }\nenum B { C, D = 1 }\n"
               "class E { private y = 1; constructor(private z: number) {} }\n"
               "const M = { k: 1, l: { m: 2 } };\n") ==
        "A.x A.f B.C B.D E.y E.constructor E.z M.k M.l .m");
  CHECK(listed(Language::go,
               "package a\ntype T struct {\n\ta, b int\n\t*pkg.C\n}\n"
               "type I interface{ Run() }\n") == "T.a T.b T.C I.Run");
  CHECK(listed(Language::rust, "struct S { a: u8 }\nenum E { One, Two { b: u8 } }\n") ==
        "S.a E.One E.Two E.b");
  CHECK(listed(Language::c,
               "struct s { int a, *b; int (*f)(void); };\nenum e { X, Y };\n"
               "typedef struct { int c; } T;\n") == "s.a s.b s.f e.X e.Y T.c");
  CHECK(listed(Language::java, "enum E { A; private int b; }\nrecord R(int c) {}\n") ==
        "E.A E.b R.c");
  CHECK(listed(Language::ruby, "class A\n  attr_reader :a, :b\n  alias c a\nend\n") ==
        "A.a A.b A.c");
  CHECK(listed(Language::bash, "f() { :; }\n").empty());
}

}  // namespace
