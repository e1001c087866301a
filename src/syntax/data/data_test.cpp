#include "syntax/data/data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

namespace pawl::syntax::data_test {
namespace {

struct Case {
  std::string_view text;
  std::string_view want;  // as JSON; empty: an error
};

TEST_CASE("JSON with comments is read") {
  const auto cases = std::to_array<Case>({
      {"// a\n{\"a\": [1, 2,], /* b */}", R"({"a":[1,2]})"},
      {R"({"a": "x, } // y"})", R"({"a":"x, } // y"})"},
      {"\xEF\xBB\xBF[1]", "[1]"},
      {"{a: 1}", ""},
      {"", ""},
  });
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto value = parse_jsonc(each.text);
    CHECK((value ? value->dump() : "") == each.want);
  }
}

TEST_CASE("YAML scalars follow the core schema of 1.2") {
  const auto cases = std::to_array<Case>({
      {"", "[]"},
      {"a", R"(["a"])"},
      {"on: yes\noff: no", R"([{"on":"yes","off":"no"}])"},
      {"[true, False, TRUE, \"true\"]", R"([[true,false,true,"true"]])"},
      {"[~, null, , \"\"]", R"([[null,null,null,""]])"},
      {"[1, -2, +3, 007, 0o17, 0xff, 1_000]", R"([[1,-2,3,7,15,255,"1_000"]])"},
      {"[1.5, -.5, 1., 1e3, .inf, ., e3, 1.2.3]",
       R"([[1.5,-0.5,1.0,1000.0,null,".","e3","1.2.3"]])"},
      {"[9223372036854775807, 9223372036854775808]",
       "[[9223372036854775807,9.223372036854776e+18]]"},
      {"[!!str 5, !!int \"5\", !mine 5]", R"([["5",5,"5"]])"},
      {"1: a\n~: b\ntrue: c", R"([{"1":"a","null":"b","true":"c"}])"},
      {"? [a]\n: b", R"([{"[\"a\"]":"b"}])"},
      {"a: &x {b: 1}\nc: *x", R"([{"a":{"b":1},"c":{"b":1}}])"},
      {"&k a: 1\nb: *k", R"([{"a":1,"b":"a"}])"},
      {"a: |\n  x\n  y\nb: >-\n  x\n  y\n", R"([{"a":"x\ny\n","b":"x y"}])"},
      {"--- a\n--- b\n", R"(["a","b"])"},
      {"a: 1\na: 2", ""},
      {"a: &x [*x]", ""},
      {"a: [", ""},
  });
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto documents = parse_yaml(each.text);
    CHECK((documents ? Json(*documents).dump() : "") == each.want);
  }
}

TEST_CASE("an alias bomb is refused") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 0; j < 9; ++j) bomb += ", " + before;
    bomb += "]\n";
  }
  const auto documents = parse_yaml(bomb);
  REQUIRE(!documents);
  CHECK(documents.error().code == Errc::invalid);
  CHECK(documents.error().message ==
        "not YAML: at line 4, column 45: aliases stand for more than 10,000 nodes");
}

TEST_CASE("anchors inside of anchors do not multiply memory") {
  std::string nested;
  for (int i = 0; i < 400; ++i) nested += "&a" + std::to_string(i) + " [";
  for (int i = 0; i < 20'000; ++i) nested += "x,";
  nested += std::string(400, ']');
  const auto documents = parse_yaml(nested);
  REQUIRE(!documents);
  CHECK(documents.error().message.find("too much text under anchors") != std::string::npos);
}

TEST_CASE("TOML is read; dates are text") {
  const auto cases = std::to_array<Case>({
      {"", "{}"},
      {"a.b = 1\n[c]\nd = [1.5, true, \"x\"]\n[[e]]\nf = 2\n",
       R"({"a":{"b":1},"c":{"d":[1.5,true,"x"]},"e":[{"f":2}]})"},
      {"a = 1979-05-27\nb = 07:32:00\nc = 1979-05-27T07:32:00Z",
       R"({"a":"1979-05-27","b":"07:32:00","c":"1979-05-27T07:32:00Z"})"},
      {"a = 1\na = 2", ""},
  });
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto value = parse_toml(each.text);
    CHECK(value.ok() == !each.want.empty());
    if (value) CHECK(*value == *Json::parse(each.want));
  }
}

TEST_CASE("INI is read into sections") {
  const auto cases = std::to_array<Case>({
      {"", "{}"},
      {"root = true\n[*.py]\nindent: 4\n", R"({"":{"root":"true"},"*.py":{"indent":"4"}})"},
      {"[a]\nb =\n  one\n  # no\n  two\n", R"({"a":{"b":"\none\ntwo"}})"},
      {"[a]\nb = 1 # kept\n", R"({"a":{"b":"1 # kept"}})"},
      {"[a]\nx\n", ""},
  });
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto value = parse_ini(each.text);
    CHECK((value ? value->dump() : "") == each.want);
  }
}

TEST_CASE("an error names format, line and column") {
  CHECK(parse_ini("[a\n").error().to_line() ==
        "not INI: at line 1, column 1: the section's name lacks its \"]\"");
  CHECK(parse_yaml("a: 1\na: 2\n").error().to_line() ==
        "not YAML: at line 2, column 1: repeated key \"a\"");
}

}  // namespace
}  // namespace pawl::syntax::data_test
