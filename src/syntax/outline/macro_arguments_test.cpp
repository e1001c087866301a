#include "syntax/outline/macro_arguments.hpp"

#include <doctest/doctest.h>

#include "syntax/check.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::syntax::macro_arguments_test {

TEST_CASE("declarations in macro arguments become names, byte for byte in place") {
  struct Row {
    const char* text;
    const char* readable;  // null: left alone
  };
  const Row rows[] = {
      {"TRY_ASSIGN(const Row row, find(id));", "TRY_ASSIGN(      Row,row, find(id));"},
      {"ASSIGN_OR_RETURN(auto x, f());", "ASSIGN_OR_RETURN(     x, f());"},
      {"FOREACH(const QString& s, list) {}", "FOREACH(      QString ,s, list) {}"},
      {"TRY_ASSIGN(std::vector<A, B> v, f());", "TRY_ASSIGN(std::vector<A, B>,v, f());"},
      {"TRY_ASSIGN(const auto [a, b], f());", "TRY_ASSIGN(           [a, b], f());"},
      {"TRY_ASSIGN(unsigned int n, f());", "TRY_ASSIGN(             n, f());"},
      // Expressions, strings, definitions of macros, other calls.
      {"CHECK(a * b);", nullptr},
      {"CHECK(a < b, c > d);", nullptr},
      {"CHECK(not done);", nullptr},
      {"CHECK(new Thing);", nullptr},
      {"CHECK(x == 1);", nullptr},
      {"SAY(\"const Row row\");", nullptr},
      {"#define TRY_ASSIGN(const Row row) x", nullptr},
      {"#define TWO(a) \\\n  TRY_ASSIGN(const Row row)", nullptr},
      {"call(const Row row);", nullptr},
      {"int main() { return 0; }", nullptr},
      {"OPEN(", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto readable = without_declared_arguments(row.text);
    if (row.readable == nullptr) {
      CHECK_FALSE(readable);
    } else {
      CHECK(readable.value_or("") == row.readable);
    }
  }
}

TEST_CASE("a file that hands declarations to macros is understood") {
  const std::string text =
      "Status load(const std::string& path) {\n"
      "  TRY_ASSIGN(const std::string text, read(path, {\"a\", \"b\"}));\n"
      "  RETURN_IF_ERROR(auto& rows, parse(text));\n"
      "  return keep(rows);\n"
      "}\n"
      "int after() { return 1; }\n";
  const Kind kind{.format = Format::code, .language = Language::cpp};
  CHECK(check(kind, text).empty());
  const auto found = definitions(Language::cpp, text);
  REQUIRE(found.size() == 2);
  CHECK(found[0].qualified == "load");
  CHECK(found[1].qualified == "after");
  CHECK(text.substr(found[1].begin) == "int after() { return 1; }\n");
}

}  // namespace pawl::syntax::macro_arguments_test
