#include "base/ids.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl::ids_test {
namespace {

TEST_CASE("an id is made of a slug and six hex digits") {
  CHECK(RunId::make("My Project!", "1a2b3c4d").text() == "my-project-1a2b3c");
  CHECK(RunId::make("", "000000").text() == "repo-000000");
  CHECK(RunId::make(std::string(99, 'x'), "abcdef").text() == std::string(40, 'x') + "-abcdef");
}

TEST_CASE("what make() gives, parse() takes") {
  for (const std::string_view source : {"a", "../../etc", "Ünïcode", "a--b", "-x-", "9"}) {
    const RunId id = RunId::make(source, "0a1b2c");
    const auto parsed = RunId::parse(id.text());
    CAPTURE(id.text());
    REQUIRE(parsed);
    CHECK(*parsed == id);
  }
}

TEST_CASE("anything else is no id") {
  const auto cases = std::to_array<std::string_view>({
      "",
      "abc",
      "-1a2b3c",
      "abc-1a2b3",
      "abc-1a2b3cd",
      "abc-1A2B3C",
      "abc-1a2b3g",
      "Abc-1a2b3c",
      "a/b-1a2b3c",
      "../x-1a2b3c",
      "-a-1a2b3c",
      "a--b-1a2b3c",
      "a b-1a2b3c",
      "a--1a2b3c",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1a2b3c",
  });
  for (const std::string_view text : cases) {
    CAPTURE(text);
    const auto id = RunId::parse(text);
    REQUIRE(!id);
    CHECK(id.error().code == Errc::invalid);
  }
}

}  // namespace
}  // namespace pawl::ids_test
