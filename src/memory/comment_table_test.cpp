#include "memory/comment_table.hpp"

#include <doctest/doctest.h>

#include "memory/catch_up.hpp"
#include "store/test_support.hpp"

namespace pawl::memory::comment_table_test {

TEST_CASE("a comment is kept once, and what became of it last") {
  store::TestFolder folder;
  const store::Layout layout{.config_folder = folder.path() + "/config",
                             .state_folder = folder.path()};
  const auto database = *store::Database::open(layout.database());
  CommentTable table(*database);
  HandledComment one{.repository = "/here",
                     .forge = "local",
                     .comment = 7,
                     .number = 1,
                     .head = "a1",
                     .outcome = "committed",
                     .commit = "b2"};
  REQUIRE(table.put(one));
  one.replied = true;
  REQUIRE(table.put(one));
  HandledComment other = one;
  other.forge = "github";
  other.outcome = "refused";
  other.reason = "why";
  REQUIRE(table.put(other));
  const auto here = table.find("/here", "local", 1);
  REQUIRE(here);
  REQUIRE(here->size() == 1);
  CHECK(here->front().comment == 7);
  CHECK(here->front().commit == "b2");
  CHECK(here->front().replied);
  CHECK(table.find("/here", "github", 1)->front().reason == "why");
  CHECK(table.find("/here", "local", 2)->empty());
  one.outcome = "believed";
  CHECK_FALSE(table.put(one));
  CHECK(*store::count_rows(*database, kept_tables()) ==
        std::vector<std::string>{"2 comments that were dealt with"});
}

}  // namespace pawl::memory::comment_table_test
