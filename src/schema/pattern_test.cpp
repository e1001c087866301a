#include "schema/pattern.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl {
namespace {

struct Case {
  std::string_view expression;
  std::string_view good;
  std::string_view bad;
};

TEST_CASE("expressions match what ECMA-262 says they match") {
  const auto cases = std::to_array<Case>({
      {"b", "abc", "acd"},
      {"^a*$", "aaa", "aab"},
      {"^a+$", "a", ""},
      {"^a?b$", "b", "aab"},
      {"^a{2}$", "aa", "a"},
      {"^a{2,}$", "aaaa", "a"},
      {"^a{1,3}$", "aaa", "aaaa"},
      {"^(a|bc)+$", "abca", "abb"},
      {"^(?:a|b){2}$", "ab", "a"},
      {"^[a-c]$", "b", "d"},
      {"^[^a-c]$", "d", "b"},
      {"^[a-z0-9-*~]+$", "a-*~9", "A"},
      {"^[-a]$", "-", "b"},
      {"^[\\d.]+$", "1.5", "x"},
      {"^[\\w-]+$", "a-b", "a b"},
      {"^\\s$", "\xC2\xA0", "x"},
      {"^\\S+$", "ab", "a b"},
      {"^\\D$", "x", "1"},
      {"^.$", "\xF0\x9F\x90\xB2", "\n"},
      {"^\xC3\xA9$", "\xC3\xA9", "e"},
      {"^\\u00e9$", "\xC3\xA9", "e"},
      {"^\\ud83d\\udc32$", "\xF0\x9F\x90\xB2", "x"},
      {"^\\u{1F432}$", "\xF0\x9F\x90\xB2", "x"},
      {"^\\x41\\cJ$", "A\n", "A"},
      {"^\\p{ASCII}+$", "abc", "\xC3\xA9"},
      {"\\bfoo\\b", "a foo b", "food"},
      {"o\\B", "of", "o"},
      {"^(?!core$)[a-z]+$", "cored", "core"},
      {"^(?=.*[0-9])[a-z0-9]+$", "a1", "ab"},
      {"(?<=a)b", "ab", "cb"},
      {"(?<!a)b", "cb", "ab"},
      {"^(a|b)\\1$", "bb", "ab"},
      {"^(?<one>a)\\.$", "a.", "ab"},
      {"^a{,2}$", "a{,2}", "a"},
      {"^(a*)*$", "aaa", "b"},
      {"^(a|ab)(c|bcd)$", "abcd", "abx"},
      {"^a.*?b$", "axxb", "axx"},
      {"^(?:(?:[+-]?\\d+)|x)$", "-12", "+"},
      {"^$|^x$", "", "y"},
      {"^\\/\\.\\-$", "/.-", "a"},
  });
  for (const Case& each : cases) {
    CAPTURE(each.expression);
    const auto compiled = Pattern::compile(each.expression);
    REQUIRE(compiled);
    CHECK(compiled->search(each.good) == Pattern::Match::yes);
    CHECK(compiled->search(each.bad) == Pattern::Match::no);
  }
}

TEST_CASE("what is no expression is refused") {
  for (const std::string_view expression :
       {"(", ")", "[", "a**", "*", "\\", "[b-a]", "a{3,2}", "(?i)a", "(?<a", "\\p{Greek}", "\\u{}",
        "a{2000}", "((a{999}){999}){999}"}) {
    CAPTURE(expression);
    const auto compiled = Pattern::compile(expression);
    REQUIRE(!compiled);
    CHECK(compiled.error().code == Errc::invalid);
  }
  CHECK(!Pattern::compile(std::string(5'000, '(')));
}

TEST_CASE("no text keeps the matcher busy or uses up the stack") {
  const auto bad = Pattern::compile("^(a+)+$");
  REQUIRE(bad);
  CHECK(bad->search(std::string(40, 'a') + "b") == Pattern::Match::unknown);
  const auto wide = Pattern::compile("^(a|b)*$");
  REQUIRE(wide);
  CHECK(wide->search(std::string(10'000, 'a')) == Pattern::Match::yes);
  CHECK(wide->search(std::string(1'000'000, 'a')) == Pattern::Match::unknown);
}

}  // namespace
}  // namespace pawl
