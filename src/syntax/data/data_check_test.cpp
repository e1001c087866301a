#include <doctest/doctest.h>

#include <array>
#include <string>

#include "base/json.hpp"
#include "syntax/check.hpp"

namespace pawl::syntax::data_check_test {
namespace {

std::vector<Diagnostic> check_as(Format format, std::string_view text) {
  return check({format, std::nullopt}, text);
}

struct Case {
  std::string_view text;
  int line = 0;  // 0: it parses
  int column = 0;
  std::string_view message = {};
};

template <std::size_t N>
void check_all(Format format, const std::array<Case, N>& cases) {
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto found = check_as(format, each.text);
    if (each.line == 0) {
      CHECK(found.empty());
      if (!found.empty()) MESSAGE(found.front().message);
      continue;
    }
    REQUIRE(!found.empty());
    CHECK(found.front().line == each.line);
    CHECK(found.front().column == each.column);
    CHECK(found.front().message == each.message);
  }
}

constexpr auto kJson = std::to_array<Case>({
    {""},
    {"  \n"},
    {"null"},
    {"\xEF\xBB\xBF{}"},
    {R"({"a": [1, -0.5e+3, "x\u00e4\ud83d\ude00\n", true, {}], "b": []})"},
    {"{\"a\": 1,\n \"a\": 2}", 2, 2, "repeated key \"a\""},
    {R"({"a": 1, "\u0061": 2})", 1, 10, "repeated key \"a\""},
    {R"([{"a": 1}, {"a": 2}])"},
    {R"({"ä": 1,, })", 1, 9, "expected a key in double quotes"},
    {"{\"a\": 1,}", 1, 9, "expected a key in double quotes"},
    {"[1,]", 1, 4, "expected a value, not \"]\""},
    {"[1 2]", 1, 4, "expected \",\" or \"]\""},
    {"{\"a\" 1}", 1, 6, "expected \":\" after the key"},
    {"{'a': 1}", 1, 2, "expected a key in double quotes"},
    {"{} {}", 1, 4, "unexpected text behind the value"},
    {"[", 1, 2, "unexpected end"},
    {"{\"a\": tru}", 1, 7, "expected a value, not \"tru}\""},
    {"[01]", 1, 3, "a number with a leading zero"},
    {"[1.]", 1, 4, "expected a digit after the point"},
    {"[.5]", 1, 2, "expected a value, not \".5]\""},
    {"[+1]", 1, 2, "expected a value, not \"+1]\""},
    {"[1e]", 1, 4, "expected a digit in the exponent"},
    {"[-]", 1, 3, "expected a digit"},
    {"\"abc", 1, 5, "the string does not end"},
    {"\"a\nb\"", 1, 3, "the string does not end in its line"},
    {"\"a\tb\"", 1, 3, "a control character in a string"},
    {R"("\x41")", 1, 2, "an unknown escape in a string"},
    {R"("\u12g4")", 1, 2, R"("\u" wants four hex digits)"},
    {R"("\ud800")", 1, 2, "half of a surrogate pair"},
    {R"("\udc00\ud800")", 1, 2, "half of a surrogate pair"},
    {"[\"\xFF\"]", 1, 3, "a byte that is not UTF-8"},
    {"// no\n{}", 1, 1, "expected a value, not \"//\""},
    {"{\"a\": NaN}", 1, 7, "expected a value, not \"NaN}\""},
});

TEST_CASE("JSON is checked strictly") { check_all(Format::json, kJson); }

TEST_CASE("the JSON check and the JSON reader agree") {
  for (const Case& each : kJson) {
    const auto found = check_as(Format::json, each.text);
    const bool repeated = !found.empty() && found.front().message.starts_with("repeated");
    const bool blank = each.text.find_first_not_of(" \n") == std::string_view::npos;
    if (blank) continue;
    CAPTURE(each.text);
    CHECK(Json::parse(each.text).ok() == (found.empty() || repeated));
  }
}

TEST_CASE("JSON with comments allows comments and trailing commas, and nothing more") {
  check_all(Format::jsonc, std::to_array<Case>({
                               {"// a\n{\"a\": [1, /* b */ 2,], } // c"},
                               {"{\"a\": \"// no comment, ] /*\"}"},
                               {"{\"a\": 1, // b\n}"},
                               {"[,]", 1, 2, "expected a value, not \"\""},
                               {"[1,,]", 1, 4, "expected a value, not \"\""},
                               {"{\"a\": 1 /* b", 1, 9, "the comment does not end"},
                               {"/* ä */ {\"a\": 1,\n\"a\": 2}", 2, 1, "repeated key \"a\""},
                           }));
}

TEST_CASE("every document of a YAML file is checked") {
  check_all(Format::yaml, std::to_array<Case>({
                              {""},
                              {"# only a comment\n"},
                              {"a: 1\n---\n- b\n...\n"},
                              {"%YAML 1.2\n---\na\n"},
                              {"a: 1\n...\n# c\nb: 2\n"},
                              {"on:\n  push:\n    branches: [main]\n"},
                              {"a: !custom b\nc: !Ref d\n"},
                              {"{a, b}"},
                              {"? a\n? b\n"},
                              {"base: &b\n  x: 1\nuse:\n  <<: *b\n"},
                              {"a: [1,\n\t2]\n"},
                              {"a: 'it''s'\nb: \"\\\"\"\nc: ! \"x\"\n"},
                              {"1: a\n\"1\": b\n"},
                              {"a: 1\na: 2\n", 2, 1, "repeated key \"a\""},
                              {"x:\n  - {a: 1, \"a\": 2}\n", 2, 12, "repeated key \"a\""},
                              {"a:\n\tb: 1\n", 2, 3, "illegal map value"},
                              {"a: b: c\n", 1, 5, "illegal map value"},
                              {"- a\nb: c\n", 2, 1, "a second document without \"---\""},
                              {"a: 1\nb\n", 2, 1, "expected \":\" after the key"},
                              {"a:\n- b\n-c\n", 3, 1, "expected \":\" after the key"},
                              {"a: 'x\n", 1, 4, "the quoted text does not end"},
                              {"a: &n !t \"x\n", 1, 4, "the quoted text does not end"},
                              {"a: [1, 2\n", 2, 1, "end of sequence flow not found"},
                              {"ä: *nope\n", 1, 4, "the referenced anchor is not defined"},
                              {"a: @x\n", 1, 4, "unknown token"},
                              {", a\n", 1, 1, "unexpected text"},
                              {"a\n...\n, b\n", 3, 1, "unexpected text"},
                              {"a: \x01\n", 1, 4, "a control character"},
                              {"a: \xFF\n", 1, 4, "a byte that is not UTF-8"},
                          }));
}

TEST_CASE("TOML 1.0 is checked") {
  check_all(Format::toml,
            std::to_array<Case>({
                {""},
                {"a = 1\n[b.c]\nd = 1979-05-27T07:32:00Z\n[[e]]\n"},
                {"a = '''\n... \"\n'''\nb = \"\"\"x\\\"\"\"\"\n"},
                {"a = 1\na = 2\n", 2, 5,
                 "Error while parsing key-value pair: cannot redefine existing "
                 "integer 'a'"},
                {"a = \n", 1, 5, "Error while parsing key-value pair: expected value, saw '\\n'"},
                {"[a\n", 1, 3, "Error while parsing table header: expected ']', saw '\\n'"},
                {"a = 'ä' b\n", 1, 9,
                 "Error while parsing key-value pair: expected a comment or whitespace, saw 'b'"},
                {"[[[", 1, 1, "no TOML"},
                {"a = \"\xFF\"\n", 1, 6, "a byte that is not UTF-8"},
            }));
}

TEST_CASE("INI is checked as configparser reads it") {
  check_all(Format::ini, std::to_array<Case>({
                             {""},
                             {"root = true\n\n[*]\nindent = 2\n"},
                             {"[a]\nb = 1\n  2\n  3\n; c\n# d\ne: f\n"},
                             {"[a]\nb = 1\n[c]\nb = 1\n[a]\nb = 2\n"},
                             {"[a]\nb = 1\nB = 2\n", 3, 1, "repeated key \"B\""},
                             {"[a\nb = 1\n", 1, 1, "the section's name lacks its \"]\""},
                             {"[]\n", 1, 1, "a section without a name"},
                             {"[a]\nb\n", 2, 1, "neither a section nor \"key = value\""},
                             {"[a]\n = b\n", 2, 2, "a value without a key"},
                         }));
}

TEST_CASE("hostile data ends in a verdict") {
  std::string pairs = "{";
  for (int i = 0; i < 10'000; ++i) pairs += "\"k" + std::to_string(i) + "\": 1,";
  std::string indented;
  for (int i = 0; i < 700; ++i) indented += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  std::string dotted = "a";
  for (int i = 0; i < 20'000; ++i) dotted += ".a";
  const std::array<std::string, 9> texts = {std::string(20'000, '['),
                                            std::string(20'000, '{'),
                                            std::string(20'000, '"'),
                                            std::string(20'000, '-'),
                                            pairs,
                                            indented,
                                            dotted + " = 1\n",
                                            "[" + dotted + "]\n",
                                            "a = " + std::string(20'000, '[')};
  for (const Format format : {Format::json, Format::jsonc, Format::toml}) {
    for (const std::string& text : texts) CHECK(!check_as(format, text).empty());
  }
  for (const Format format : {Format::yaml, Format::ini}) {
    for (const std::string& text : texts) check_as(format, text);
  }
  CHECK(check_as(Format::json, std::string(513, '[') + std::string(513, ']')).front().message ==
        "nested deeper than 512 levels");
  CHECK(check_as(Format::yaml, indented).front().message == "nested deeper than 500 levels");
}

TEST_CASE("at most twenty faults are told") {
  std::string json = "{";
  std::string yaml;
  for (int i = 0; i < 50; ++i) {
    json += "\"a\": 1, ";
    yaml += "a: 1\n";
  }
  CHECK(check_as(Format::json, json + "\"a\": 1}").size() == 20);
  CHECK(check_as(Format::yaml, yaml).size() == 20);
}

}  // namespace
}  // namespace pawl::syntax::data_check_test
