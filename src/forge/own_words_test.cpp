#include "forge/own_words.hpp"

#include <doctest/doctest.h>

#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::own_words_test {
namespace {

TEST_CASE("what Pawl said is found by its mark, and by nobody else's") {
  Lab lab{Lab::Layout::bare};
  const auto forge = lab.forge();
  const PullDraft draft = lab.publish();
  const auto opened = forge->pulls().open(draft);
  REQUIRE(opened);
  const std::int64_t number = opened->pull.number;
  const std::string mark = hidden_mark("self-review", "0a1b");
  CHECK(mark == "<!-- pawl-self-review: 0a1b -->");
  REQUIRE(forge->issues().comment(number, {.body = "Fine.\n" + mark, .author = "eve"}));
  CHECK_FALSE(*own_comment(*forge, number, mark));
  const std::string author = *forge->author();
  REQUIRE(forge->issues().comment(number, {.body = "One.\n" + mark, .author = author}));
  REQUIRE(forge->issues().comment(number, {.body = "Other.", .author = author}));
  const auto found = own_comment(*forge, number, mark);
  REQUIRE(found);
  REQUIRE(*found);
  CHECK((*found)->body == "One.\n" + mark);
  CHECK_FALSE(*own_review(*forge, number, mark));
  REQUIRE(forge->reviews().submit(number, {.body = mark, .author = "eve"}, draft.head_commit));
  CHECK_FALSE(*own_review(*forge, number, mark));
  REQUIRE(forge->reviews().submit(number, {.body = mark, .author = author}, draft.head_commit));
  CHECK(*own_review(*forge, number, mark));
  check_error(own_comment(*forge, 4711, mark), TroubleKind::not_found, "4711");
}

}  // namespace
}  // namespace pawl::forge::own_words_test
