#include "syntax/limits.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::syntax::limits_test {
namespace {

std::string many(std::string_view part, std::size_t bytes) {
  std::string out;
  out.reserve(bytes + part.size());
  while (out.size() < bytes) out += part;
  return out;
}

constexpr Kind kMarkdown{.format = Format::markdown, .language = {}};
constexpr Kind kC{.format = Format::code, .language = Language::c};
constexpr Kind kYaml{.format = Format::yaml, .language = {}};

}  // namespace

TEST_CASE("what people write is read") {
  CHECK_FALSE(unreadable(kMarkdown, many("| [a](b) | *c* | `d` |\n", 200'000)));
  CHECK_FALSE(
      unreadable(kMarkdown, many("- [a](b) *c* snake_case_name <b>d</b> e@f.g\n", 200'000)));
  CHECK_FALSE(unreadable(kMarkdown, many("A *b* **c** _d_ ~~e~~.\n\n", 1'000'000)));
  CHECK_FALSE(unreadable(kC, many("int f(int a) { return a * (a + 1); }\n", 200'000)));
  CHECK_FALSE(unreadable(kYaml, many("a: 1\n", 200'000)));
  CHECK_FALSE(unreadable({.format = Format::other, .language = {}}, many("x", 5U << 20U)));
}

TEST_CASE("what costs the parsers more is not") {
  CHECK(unreadable(kMarkdown, many("a", 3U << 20U)));
  CHECK(unreadable(kMarkdown, many("*a**b_", 800'000)));
  CHECK(unreadable(kMarkdown, many("<http://a", 800'000)));
  CHECK(unreadable(kMarkdown, many("a@", 800'000)));
  CHECK(unreadable(kMarkdown, "|" + many("a|", 300'000) + "\n|" + many("-|", 300'000)));
  CHECK(unreadable(kMarkdown, "|" + many("a|", 2'000) + "\n|" + many("-|", 2'000) + "\n" +
                                  many("|a|\n", 400'000)));
  CHECK(unreadable(kC, many("int f(a) int a; ", 200'000)));
  CHECK(unreadable(kC, many(" ", 5U << 20U)));
  CHECK(unreadable(kYaml, many("# a\n", 5U << 20U)));
}

}  // namespace pawl::syntax::limits_test
