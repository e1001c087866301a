#include "base/text/word_search.hpp"

#include <doctest/doctest.h>

#include <array>

namespace pawl::word_search_test {
namespace {

TEST_CASE("any of many words is found in one look") {
  constexpr auto kWords =
      std::to_array<std::string_view>({"guide", "gulp", "\xC3\xA9t\xC3\xA9", ""});
  const WordSearch search(kWords);
  struct Row {
    std::string_view text;
    bool found;
  };
  const Row rows[] = {
      {"", false},
      {"g", false},
      {"gu", false},
      {"the guides", true},
      {"a gui, a gulp", true},
      {"gulp", true},
      {"Guide", false},
      {"un \xC3\xA9t\xC3\xA9", true},
      {"\xC3\xA9", false},
      {"gugugugulp!", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(search.any_in(row.text) == row.found);
  }
}

TEST_CASE("a word may be one byte, or there may be none") {
  constexpr auto kLetter = std::to_array<std::string_view>({"a"});
  CHECK(WordSearch(kLetter).any_in("xyza"));
  CHECK_FALSE(WordSearch(kLetter).any_in("xyz"));
  CHECK_FALSE(WordSearch({}).any_in("xyz"));
}

}  // namespace
}  // namespace pawl::word_search_test
