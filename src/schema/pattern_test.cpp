#include "schema/pattern.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl::schema::pattern_test {
namespace {

using Match = Matcher::Match;

constexpr std::size_t kSteps = 200'000;

Match search(const Pattern& pattern, std::string_view text) {
  return Matcher(kSteps).search(pattern, text);
}

struct PatternCase {
  std::string_view expression;
  std::string_view good;
  std::string_view bad;
};

TEST_CASE("expressions match what ECMA-262 says they match") {
  const auto cases = std::to_array<PatternCase>({
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
      {"^a$", "a", "a\n"},
      {"^[\\w-.]+$", "a-.", "a/"},
      {"^[a-\\d]+$", "a-1", "b"},
      {"^[\\s\\S]$", "\n", ""},
      {"^[^\\S]$", "\xE2\x80\x83", "x"},
      {"^\\s$", "\xEF\xBB\xBF", "\xC2\x85"},
      {"^.$", "\x0B", "\xE2\x80\xA8"},
      {"^\\v$", "\x0B", "\n"},
      {"^\\d$", "1", "\xD9\xA1"},
      {"^\\w$", "_", "\xC3\xA9"},
      {"^[^]$", "\n", ""},
      {"^([]|a)$", "a", "b"},
      {"^[]*a$", "a", "b"},
      {"^[.a.]$", ".", "b"},
      {"^[=:=]$", ":", "a"},
      {"^[^\\D\\p{Lu}]$", "1", "\xD9\xA3"},
      {"^[^\\W\\p{Lu}]$", "a", "\xD9\xA3"},
      {"^[\\W\\D]$", "_", "1"},
      {"^[^]{2}$", "\na", "a"},
      {"^[[:alpha:]]$", ":]", "b"},
      {"^(?:(a)|b)\\1$", "b", "ba"},
      {"^(?<x>a|b)\\k<x>$", "aa", "ab"},
      {"^\\p{Letter}+$",
       "\xC3\xA9"
       "a",
       "1"},
      {"^\\p{L}\\P{L}$", "a1", "aa"},
      {"^[\\p{Lu}\\d]+$", "A1", "a"},
      {"^\\p{gc=Decimal_Number}$", "\xD9\xA1", "a"},
      {"^\\p{Script=Greek}+$", "\xCE\xB1\xCE\xB2", "a"},
      {"^\\p{Alphabetic}$", "\xCE\xB1", "1"},
      {"^\\P{Assigned}$", "\xCD\xB8", "a"},
      {"^\\0$", {"\0", 1}, "0"},
      {"^\\cj$", "\n", "j"},
      {"^\\_\\@$", "_@", "a"},
      {"^a{1,5000}$", "aaa", "b"},
      {"^(?=a)(?!ab)[^\\ud800-\\udfff]+$", "ac", "ab"},
  });
  for (const PatternCase& each : cases) {
    CAPTURE(each.expression);
    const auto compiled = Pattern::compile(each.expression);
    REQUIRE(compiled);
    CHECK(search(*compiled, each.good) == Match::yes);
    CHECK(search(*compiled, each.bad) == Match::no);
  }
}

TEST_CASE("what is no expression is refused") {
  for (const std::string_view expression : {"(",           ")",
                                            "[",           "a**",
                                            "*",           "\\",
                                            "[b-a]",       "a{3,2}",
                                            "(?i)a",       "(?<a",
                                            "\\p{Elvish}", "\\u{}",
                                            "a{2000}",     "((a{999}){999}){999}",
                                            "a++",         "a*+",
                                            "a{1}{2}",     "(?>a)",
                                            "(?#a)",       "(?|a)",
                                            "(?R)",        "(?1)",
                                            "(?P<a>b)",    "(?C)",
                                            "(*ACCEPT)",   "(*UTF)",
                                            "(?(1)a)",     "\\A",
                                            "\\Z",         "\\z",
                                            "\\G",         "\\K",
                                            "\\Qa\\E",     "\\R",
                                            "\\X",         "\\C",
                                            "\\h",         "\\N",
                                            "\\e",         "\\g1",
                                            "\\o{7}",      "\\01",
                                            "\\1",         "\\k<a>",
                                            "\\c1",        "\\x1",
                                            "\\u12",       "\\pL",
                                            "\\p{^L}",     "\\p{a=b}",
                                            "[\\1]",       "[\\B]",
                                            "(?<=a+)b"}) {
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
  CHECK(search(*bad, std::string(40, 'a') + "b") == Match::unknown);
  const auto wide = Pattern::compile("^(a|b)*$");
  REQUIRE(wide);
  CHECK(search(*wide, std::string(10'000, 'a')) == Match::yes);
  CHECK(search(*wide, std::string(1'000'000, 'a')) == Match::unknown);
  // Memory ends before the steps do.
  CHECK(Matcher(1'000'000'000).search(*wide, std::string(10'000'000, 'a')) == Match::unknown);
}

TEST_CASE("the steps are those of all places of the text, and of all searches") {
  // A search that begins anew at each place, and reads on to the end from each.
  for (const std::string_view expression : {"a*b..", "[^b]*bb", "(a*)\\1cc", "(?=a*b)ac"}) {
    CAPTURE(expression);
    const auto slow = Pattern::compile(expression);
    REQUIRE(slow);
    CHECK(search(*slow, std::string(100'000, 'a') + "bc") == Match::unknown);
  }
  const auto plain = Pattern::compile("^a");
  REQUIRE(plain);
  Matcher matcher(100);
  int known = 0;
  while (known < 200 && matcher.search(*plain, "abc") == Match::yes) ++known;
  CHECK(known > 10);
  CHECK(known < 100);
  CHECK(matcher.search(*plain, "abc") == Match::unknown);
}

TEST_CASE("a text that is no UTF-8 is not judged") {
  const auto any = Pattern::compile(".");
  REQUIRE(any);
  CHECK(search(*any, "a\xC3") == Match::unknown);
  CHECK(search(*any, {}) == Match::no);
}

}  // namespace
}  // namespace pawl::schema::pattern_test
