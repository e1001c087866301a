#include "llm/spending/ledger.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "store/test_support.hpp"

namespace pawl::llm::ledger_test {
namespace {

using store::Database;
using store::LockHolder;
using store::TestFolder;

const LockHolder kMe{.pid = 1, .started = 10, .boot = "b", .run = "one"};
const LockHolder kOther{.pid = 2, .started = 20, .boot = "b", .run = "two"};

SpendingRequest request_of(const LockHolder& process, std::int64_t tokens) {
  return {.day = "2026-01-01",
          .process = process,
          .wanted = {.tokens = tokens, .micros = tokens * 10, .ms = 0},
          .prompt = {.tokens = tokens / 4, .micros = tokens, .ms = 0},
          .limit = {.tokens = 1000, .micros = 0, .ms = 0}};
}

bool all_live(const LockHolder&) { return true; }

struct World {
  TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<Database> open() { return *Database::open(path); }
};

SpendingAnswer reserve(Database& database, const SpendingRequest& request,
                       const IsAlive& is_alive = all_live) {
  auto answer = Ledger(database).reserve(request, is_alive);
  REQUIRE(answer);
  return *std::move(answer);
}

}  // namespace

TEST_CASE("what is reserved counts for all processes until it is settled") {
  World world;
  const auto first = world.open();
  const auto second = world.open();
  const SpendingAnswer one = reserve(*first, request_of(kMe, 600));
  REQUIRE(one.id);
  const SpendingAnswer two = reserve(*second, request_of(kOther, 600));
  CHECK_FALSE(two.id);
  CHECK(two.spent == Spending{});
  CHECK(two.reserved.tokens == 600);
  REQUIRE(Ledger(*first).settle(*one.id, {.tokens = 350, .micros = 99, .ms = 5}));
  const SpendingAnswer three = reserve(*second, request_of(kOther, 600));
  REQUIRE(three.id);
  CHECK(three.spent == Spending{.tokens = 350, .micros = 99, .ms = 5});
  CHECK_FALSE(reserve(*first, request_of(kMe, 51)).id);
  CHECK(reserve(*first, request_of(kMe, 50)).id);
}

TEST_CASE("absurd amounts neither overflow the day nor give anything back") {
  World world;
  const auto database = world.open();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  SpendingRequest request = request_of(kMe, 1);
  request.limit = {};
  for (int i = 0; i < 3; ++i) {
    const auto one = reserve(*database, request);
    REQUIRE(one.id);
    REQUIRE(Ledger(*database).settle(*one.id, {.tokens = kMax, .micros = kMax, .ms = kMax}));
  }
  const auto back = reserve(*database, request);
  REQUIRE(back.id);
  REQUIRE(Ledger(*database).settle(*back.id, {.tokens = -kMax, .micros = -5, .ms = -1}));
  const SpendingAnswer after = reserve(*database, request);
  CHECK(after.spent.tokens == 3'000'000'000'000);
  CHECK(after.spent.micros == 3'000'000'000'000);
}

TEST_CASE("a call is settled once") {
  World world;
  const auto database = world.open();
  const auto one = reserve(*database, request_of(kMe, 100));
  REQUIRE(one.id);
  REQUIRE(Ledger(*database).settle(*one.id, {.tokens = 90, .micros = 9, .ms = 1}));
  REQUIRE(Ledger(*database).settle(*one.id, {}));
  CHECK(reserve(*database, request_of(kMe, 1)).spent.tokens == 90);
}

TEST_CASE("another day starts at nothing") {
  World world;
  const auto database = world.open();
  REQUIRE(reserve(*database, request_of(kMe, 1000)).id);
  SpendingRequest tomorrow = request_of(kMe, 1000);
  CHECK_FALSE(reserve(*database, tomorrow).id);
  tomorrow.day = "2026-01-02";
  CHECK(reserve(*database, tomorrow).id);
}

TEST_CASE("of a call whose process died only the prompt counts") {
  World world;
  const auto database = world.open();
  REQUIRE(reserve(*database, request_of(kOther, 1000)).id);
  CHECK_FALSE(reserve(*database, request_of(kMe, 800)).id);
  const auto other_died = [](const LockHolder& process) { return process.pid != kOther.pid; };
  const SpendingAnswer again = reserve(*database, request_of(kMe, 750), other_died);
  REQUIRE(again.id);
  CHECK(again.spent == Spending{.tokens = 250, .micros = 1000, .ms = 0});
  CHECK(again.reserved == Spending{});
}

TEST_CASE("each unit has its limit, and no limit holds everything") {
  struct Row {
    const char* name;
    Spending limit;
    Spending spent;
    bool holds;
  };
  const Row rows[] = {
      {"none", {}, {.tokens = 1'000'000'000, .micros = 5, .ms = 5}, true},
      {"cost", {.tokens = 0, .micros = 100, .ms = 0}, {.tokens = 1, .micros = 95, .ms = 0}, false},
      {"time", {.tokens = 0, .micros = 0, .ms = 60}, {.tokens = 1, .micros = 1, .ms = 60}, false},
      {"time left",
       {.tokens = 0, .micros = 0, .ms = 60},
       {.tokens = 1, .micros = 1, .ms = 59},
       true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    World world;
    const auto database = world.open();
    SpendingRequest request = request_of(kMe, 1);
    request.limit = {};
    const SpendingAnswer first = reserve(*database, request);
    REQUIRE(first.id);
    REQUIRE(Ledger(*database).settle(*first.id, row.spent));
    request.limit = row.limit;
    CHECK(reserve(*database, request).id.has_value() == row.holds);
  }
}

}  // namespace pawl::llm::ledger_test
