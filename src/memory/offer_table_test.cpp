#include "memory/offer_table.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "memory/catch_up.hpp"
#include "store/test_support.hpp"

namespace pawl::memory::offer_table_test {
namespace {

const Timestamp kStart = *parse_iso8601("2026-01-01T00:00:00.000Z");

Offer offered(std::int64_t number, const char* state, int second) {
  return {.repository = "/here",
          .forge = "local",
          .number = number,
          .run = "a-00000" + std::to_string(number),
          .target = "/src/demo",
          .url = "local:demo#" + std::to_string(number),
          .title = "Mend it",
          .state = state,
          .since = kStart + Seconds(second),
          .head_commit = "c1",
          .concerns = {"docs:a.md"},
          .traces = Json::array()};
}

struct Disk {
  store::TestFolder folder;
  store::Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  std::unique_ptr<store::Database> database = *store::Database::open(layout.database());
  OfferTable table{*database};

  Offer one(std::int64_t number) {
    const auto all = table.find("/here");
    REQUIRE(all);
    for (const Offer& offer : *all) {
      if (offer.number == number) return offer;
    }
    FAIL("no such offer");
    return {};
  }
};

}  // namespace

TEST_CASE("offers are kept field by field, the newest first, apart by repository and forge") {
  Disk disk;
  Offer elsewhere = offered(1, "open", 1);
  elsewhere.repository = "/there";
  Offer other_forge = offered(1, "merged", 1);
  other_forge.forge = "github";
  REQUIRE(disk.table.put(
      std::vector{offered(1, "open", 1), offered(2, "open", 2), elsewhere, other_forge}));
  const auto here = disk.table.find("/here");
  REQUIRE(here);
  REQUIRE(here->size() == 3);
  CHECK((*here)[0].number == 2);
  CHECK((*here)[1].forge == "github");
  CHECK((*here)[2].state == "open");
  CHECK(disk.table.find("")->size() == 4);
  const Offer read = (*here)[0];
  const Offer put = offered(2, "open", 2);
  CHECK(to_json(read) == to_json(put));
  CHECK(read.head_commit == put.head_commit);
  CHECK(read.traces == put.traces);
}

TEST_CASE("since says when a state was first seen, and what is known is not lost") {
  Disk disk;
  REQUIRE(disk.table.put(std::vector{offered(1, "open", 1)}));
  Offer later = offered(1, "closed", 10);
  // Somebody took the mark out of the text, and the commits are gone.
  later.concerns.clear();
  later.traces = Json();
  REQUIRE(disk.table.put(std::vector{later}));
  later.since = kStart + Seconds(20);
  REQUIRE(disk.table.put(std::vector{later}));
  const Offer read = disk.one(1);
  CHECK(read.state == "closed");
  CHECK(read.since == kStart + Seconds(10));
  CHECK(read.concerns == std::vector<std::string>{"docs:a.md"});
  CHECK_FALSE(read.traces.is_null());
}

TEST_CASE("what was forgotten counts again once something becomes of it") {
  Disk disk;
  REQUIRE(disk.table.put(
      std::vector{offered(1, "closed", 1), offered(2, "open", 2), offered(3, "merged", 3)}));
  CHECK(*disk.table.forget("/here", std::vector<std::int64_t>{9}, kStart + Seconds(50)) == 0);
  CHECK_FALSE(disk.one(1).forgotten);
  CHECK(*disk.table.forget("/here", std::vector<std::int64_t>{1}, kStart + Seconds(50)) == 1);
  CHECK(disk.one(1).forgotten);
  CHECK_FALSE(disk.one(3).forgotten);
  CHECK(*disk.table.forget("/here", std::vector<std::int64_t>{1}, kStart + Seconds(60)) == 0);
  // Looked at again it stays so; opened again and closed again it does not.
  REQUIRE(disk.table.put(std::vector{offered(1, "closed", 70)}));
  CHECK(disk.one(1).forgotten);
  REQUIRE(disk.table.put(std::vector{offered(1, "open", 80)}));
  REQUIRE(disk.table.put(std::vector{offered(1, "closed", 90)}));
  CHECK_FALSE(disk.one(1).forgotten);
  CHECK(*disk.table.forget("/here", {}, kStart + Seconds(100)) == 2);
  CHECK(*disk.table.forget("/there", {}, kStart + Seconds(100)) == 0);
}

TEST_CASE("offers are among what is taken over from a damaged database") {
  Disk disk;
  REQUIRE(disk.table.put(std::vector{offered(1, "closed", 1)}));
  const auto rows = store::count_rows(*disk.database, kept_tables());
  REQUIRE(rows);
  CHECK(*rows == std::vector<std::string>{"1 offered pull request"});
}

}  // namespace pawl::memory::offer_table_test
