#include "syntax/macro_words.hpp"

#include <doctest/doctest.h>

#include "syntax/outline/outline.hpp"

namespace {

using namespace pawl::syntax;

bool is_understood(Language language, std::string_view text) {
  return !outline(language, text).has_errors;
}

TEST_CASE("macros are taken out where no name can stand") {
  CHECK(without_macro_words("FOO_API void f(int a);") == "        void f(int a);");
  CHECK(without_macro_words("int x GUARDED_BY(m);") == "int x              ;");
  CHECK(without_macro_words("class EXPORT A : public B {};") == "class        A : public B {};");
  CHECK(without_macro_words("int FOO_CALL f(void);") == "int          f(void);");
  CHECK(without_macro_words("void f(A x FOO_UNUSED);") == "void f(A x           );");
  CHECK(without_macro_words("void f() FOO_NOEXCEPT {}") == "void f()              {}");
  CHECK(without_macro_words("FOO_BEGIN\nnamespace a {}\n") == "         \nnamespace a {}\n");
  CHECK(without_macro_words("f(new A*[n], new const char*[2]);") ==
        "f(new A [n], new       char [2]);");
  CHECK(without_macro_words("void f(const A& a = {});") == "void f(const A& a = 0 );");
}

TEST_CASE("names that may stand there stay") {
  CHECK(!without_macro_words("HANDLE h;\nHANDLE open(DWORD mode);\n"));
  CHECK(!without_macro_words("int f() { return MAX(a, B) * C; }"));
  CHECK(!without_macro_words("static const FILE *f;\nstruct FOO bar;\nextern FOO *g(void);"));
  CHECK(!without_macro_words("int f() { if (x) FAIL; A * b; CHECK(a)\n}"));
  CHECK(!without_macro_words("enum E { FIRST, SECOND };\nint list[] = {FIRST, SECOND};"));
  CHECK(!without_macro_words("#define A B void f(\n// FOO_API void f();\n"));
}

TEST_CASE("what was a fault to the grammar is none any more") {
  CHECK(is_understood(Language::c,
                      "#ifdef __cplusplus\nextern \"C\" {\n#endif\nFOO_API int f(int a);\n"
                      "#ifdef __cplusplus\n}\n#endif\n"));
  CHECK(is_understood(Language::c, "int f(va_list a) { return g(va_arg(a, unsigned long)); }"));
  CHECK(is_understood(Language::c, "static void *(FOO_CALL *hook)(int);"));
  CHECK(
      is_understood(Language::cpp, "template <class T, ENABLE_IF(!is_a<T>::value)> void f(T a);"));
  CHECK(is_understood(Language::cpp, "TEST_CASE(\"a\", \"b\") {\n  f();\n}\n"));
  CHECK(!is_understood(Language::cpp, "int f( { return 1; }"));
  CHECK(!is_understood(Language::c, "FOO_API int f(void) { return 1; "));
}

}  // namespace
