#include "base/text/fixed_words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.hpp"

using namespace pawl;

namespace {

constexpr auto kColors = fixed_words("blue", "green", "", "red", "a\0b");

static_assert(std::ranges::random_access_range<decltype(kColors)>);
static_assert(kColors.size() == 5);
static_assert(kColors[1] == "green");

}  // namespace

TEST_CASE("words come in their order, with empty ones and bytes of any kind") {
  const std::vector<std::string_view> words(kColors.begin(), kColors.end());
  CHECK(words ==
        std::vector<std::string_view>{"blue", "green", "", "red", std::string_view("a\0b", 3)});
  CHECK(kColors.front() == "blue");
  CHECK(kColors.back().size() == 3);
}

TEST_CASE("a word is found as a whole, not as the end of one and the start of the next") {
  CHECK(among(kColors, "red"));
  CHECK(among(kColors, ""));
  CHECK_FALSE(among(kColors, "bluegreen"));
  CHECK_FALSE(among(kColors, "bl"));
  CHECK_FALSE(among(kColors, "een"));
}

TEST_CASE("a filter says no to most other words, and never to one of the list") {
  for (const std::string_view word : kColors) CHECK(kColors.may_hold(word));
  std::size_t held = 0;
  for (char first = 'a'; first <= 'z'; ++first) {
    for (const std::string_view rest : {"", "n", "ed", "reen", "lue", "ellow", "urple"}) {
      held += kColors.may_hold(first + std::string(rest)) ? 1U : 0U;
    }
  }
  CHECK(held >= 3);
  CHECK(held < 20);  // of 182
}

TEST_CASE("algorithms go over it in both directions and jump") {
  static constexpr auto kSorted = fixed_words("ant", "bee", "cat", "dog");
  CHECK(std::ranges::binary_search(kSorted, "cat"));
  CHECK_FALSE(std::ranges::binary_search(kSorted, "cow"));
  std::string backwards;
  for (const std::string_view word : std::views::reverse(kSorted)) backwards += word;
  CHECK(backwards == "dogcatbeeant");
  CHECK(std::ranges::find(kSorted, "dog") - kSorted.begin() == 3);
  CHECK(kSorted.end()[-1] == "dog");
  CHECK(kSorted.begin() < kSorted.end());
}

TEST_CASE("functions take lists of any length") {
  static constexpr auto kTwo = fixed_words("x", "yz");
  const auto together = [](WordsView words) { return join(words, ", "); };
  CHECK(together(kTwo) == "x, yz");
  CHECK(together({}).empty());
  CHECK(WordsView(kTwo).size() == 2);
  CHECK(WordsView(kTwo)[1] == "yz");
  CHECK(WordsView().empty());
  CHECK(kTwo.begin()->size() == 1);
}
