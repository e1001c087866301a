#include "syntax/quoted.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::syntax::quoted_test {

// `c` or `l` and the text, one after the other.
std::string shown(Language language, std::string_view text) {
  std::string out;
  for (const Quoted& each : quoted(language, text)) {
    out += each.kind == QuotedKind::comment ? "c{" : "l{";
    out += std::string(text.substr(each.begin, each.end - each.begin)) + "}";
  }
  return out;
}

TEST_CASE("comments and literals of each language, none inside another") {
  CHECK(shown(Language::python, "x = 'a'  # 'b'\n") == "l{'a'}c{# 'b'}");
  CHECK(shown(Language::javascript, "const a = `b ${c} d`; // e\nf(/g/);\n") ==
        "l{`b ${c} d`}c{// e}l{/g/}");
  CHECK(shown(Language::tsx, "const a = <p>b</p>;\n") == "l{b}");
  CHECK(shown(Language::go, "package a\nvar b = `c` // d\n") == "l{`c`}c{// d}");
  CHECK(shown(Language::rust, "fn a() { b(\"c\"); } // d\n") == "l{\"c\"}c{// d}");
  CHECK(shown(Language::c, "char a = 'b'; /* c */\n") == "l{'b'}c{/* c */}");
  CHECK(shown(Language::java, "class A { String b = \"c\"; }\n") == "l{\"c\"}");
  CHECK(shown(Language::ruby, "a = 'b' # c\n") == "l{'b'}c{# c}");
  CHECK(shown(Language::bash, "a \"b\" # c\n") == "l{\"b\"}c{# c}");
}

TEST_CASE("the body of a here document is a literal") {
  const std::string text = "cat <<EOF\na\nEOF\nb\n";
  const auto found = quoted(Language::bash, text);
  REQUIRE(!found.empty());
  CHECK(text.substr(found[0].begin, 1) == "a");
}

}  // namespace pawl::syntax::quoted_test
