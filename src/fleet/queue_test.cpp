#include "fleet/queue.hpp"

#include <doctest/doctest.h>

#include <map>
#include <mutex>
#include <thread>

#include "store/test_support.hpp"

namespace pawl::fleet::queue_test {
namespace {

struct World {
  store::TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<store::Database> database = open();
  Queue queue{*database};
  Timestamp now{Milliseconds(1'767'225'600'000)};
  store::LockHolder me{.pid = 7, .started = 8, .boot = "b", .run = ""};
  store::LockHolder other{.pid = 9, .started = 10, .boot = "b", .run = ""};

  std::unique_ptr<store::Database> open() const {
    auto made = store::Database::open(path);
    REQUIRE(made);
    return *std::move(made);
  }
  std::int64_t add(std::vector<std::int64_t> needs = {}, int attempts = 1) {
    const auto id = queue.add({.words = {"true", "a b"},
                               .folder = "/w",
                               .attempts_max = attempts,
                               .needs = std::move(needs)},
                              now);
    REQUIRE_MESSAGE(id.ok(), (id ? "" : id.error().to_line()));
    return *id;
  }
  std::int64_t claim() {
    const auto item = queue.claim(me, now);
    REQUIRE_MESSAGE(item.ok(), (item ? "" : item.error().to_line()));
    return *item ? (*item)->id : 0;
  }
  ItemState state(std::int64_t id) {
    const auto item = queue.item(id);
    REQUIRE(item);
    return item->state;
  }
};

constexpr auto kNobody = [](const store::LockHolder&) { return false; };
constexpr auto kEverybody = [](const store::LockHolder&) { return true; };

}  // namespace

TEST_CASE("an item waits behind runs until all of them are out of the way") {
  World world;
  const auto added = world.queue.add({.kind = ItemKind::launch,
                                      .words = {"local", "Go on"},
                                      .folder = "/w",
                                      .behind = {"b-000002", "a-000001"}},
                                     world.now);
  REQUIRE(added);
  const auto free = world.add();
  CHECK(world.queue.item(*added)->behind == std::vector<std::string>{"a-000001", "b-000002"});
  CHECK(*world.queue.waited_for() == std::vector<std::string>{"a-000001", "b-000002"});
  CHECK(world.claim() == free);
  CHECK(world.claim() == 0);
  REQUIRE(world.queue.let_pass("a-000001"));
  CHECK(world.claim() == 0);
  REQUIRE(world.queue.let_pass("b-000002"));
  CHECK(world.queue.waited_for()->empty());
  CHECK(world.claim() == *added);
}

TEST_CASE("items are claimed in their order, when what they need is done") {
  World world;
  const auto first = world.add();
  const auto second = world.add({first});
  const auto third = world.add();
  CHECK(world.claim() == first);
  CHECK(world.claim() == third);
  CHECK(world.claim() == 0);
  const auto end = world.queue.finish(first, world.me, {.exit = 0, .reason = ""}, world.now);
  REQUIRE(end);
  CHECK(*end == ItemState::done);
  CHECK(world.claim() == second);
  const auto item = world.queue.item(second);
  REQUIRE(item);
  CHECK(item->words == std::vector<std::string>{"true", "a b"});
  CHECK(item->needs == std::vector<std::int64_t>{first});
  CHECK(item->attempts == 1);
  CHECK(item->holder.pid == 7);
  CHECK_FALSE(world.queue.add({.words = {"x"}, .folder = "/w", .needs = {99}}, world.now));
  CHECK(world.queue.items()->size() == 3);
}

TEST_CASE("an item whose need failed waits, until that is done after all") {
  World world;
  const auto first = world.add();
  const auto second = world.add({first});
  CHECK(world.claim() == first);
  CHECK(*world.queue.finish(first, world.me, {.exit = 2, .reason = "no"}, world.now) ==
        ItemState::failed);
  CHECK(world.claim() == 0);
  REQUIRE(world.queue.set_state(first, ItemState::done, world.now));
  CHECK(world.claim() == second);
}

TEST_CASE("an item is tried again as often as it may be") {
  World world;
  const auto id = world.add({}, 2);
  CHECK(world.claim() == id);
  CHECK(*world.queue.finish(id, world.me, {.exit = 1, .reason = "no"}, world.now) ==
        ItemState::pending);
  CHECK(world.claim() == id);
  CHECK(*world.queue.finish(id, world.me, {.exit = 1, .reason = "no"}, world.now) ==
        ItemState::failed);
  REQUIRE(world.queue.set_state(id, ItemState::pending, world.now));
  CHECK(world.queue.item(id)->attempts == 0);
}

TEST_CASE("of many that claim at once each item goes to one") {
  World world;
  constexpr int kItems = 40;
  for (int i = 0; i < kItems; ++i) world.add();
  std::mutex mutex;
  std::map<std::int64_t, int> claims;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const auto database = world.open();
      Queue queue(*database);
      const store::LockHolder holder{.pid = 100 + i, .started = 1, .boot = "b", .run = ""};
      while (true) {
        const auto item = queue.claim(holder, world.now);
        if (!item || !*item) return;
        const std::lock_guard<std::mutex> guard(mutex);
        ++claims[(*item)->id];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(claims.size() == kItems);
  for (const auto& [id, count] : claims) CHECK(count == 1);
}

TEST_CASE("who lost the lease can say nothing more of an item") {
  World world;
  const auto id = world.add();
  CHECK(world.claim() == id);
  REQUIRE(world.queue.note_run(id, world.me, "x-0a1b2c"));
  // Alive, and within its lease: it stays.
  CHECK(world.queue.take_over(world.other, world.now, kEverybody)->empty());
  // Alive, and silent for too long.
  const Timestamp later = world.now + kLease + Milliseconds(1);
  const auto late = world.queue.take_over(world.other, later, kEverybody);
  REQUIRE(late);
  REQUIRE(late->size() == 1);
  CHECK(late->front().run == "x-0a1b2c");
  CHECK(late->front().attempts == 1);
  CHECK(world.queue.renew(id, world.me, later).error().code == Errc::conflict);
  CHECK(world.queue.note_run(id, world.me, "y").error().code == Errc::conflict);
  CHECK(world.queue.finish(id, world.me, {}, later).error().code == Errc::conflict);
  REQUIRE(world.queue.renew(id, world.other, later));
  // Gone, within its lease.
  CHECK(world.queue.take_over(world.me, later, kNobody)->size() == 1);
  CHECK(*world.queue.finish(id, world.me, {}, later) == ItemState::done);
}

TEST_CASE("what is at work or needed is not removed, nor set by hand") {
  World world;
  const auto first = world.add();
  const auto second = world.add({first});
  CHECK(world.queue.remove(first).error().code == Errc::denied);
  CHECK(world.claim() == first);
  CHECK(world.queue.remove(first).error().code == Errc::denied);
  CHECK(world.queue.set_state(first, ItemState::done, world.now).error().code == Errc::denied);
  CHECK(world.queue.set_state(second, ItemState::running, world.now).error().code == Errc::denied);
  CHECK(*world.queue.finish(first, world.me, {}, world.now) == ItemState::done);
  REQUIRE(world.queue.remove(second));
  REQUIRE(world.queue.remove(first));
  CHECK(world.queue.items()->empty());
  CHECK(world.queue.item(first).error().code == Errc::not_found);
  CHECK(world.queue.set_state(first, ItemState::done, world.now).error().code == Errc::not_found);
}

TEST_CASE("items are counted by what became of them") {
  World world;
  const auto first = world.add();
  world.add();
  CHECK(world.claim() == first);
  const auto counts = world.queue.counts();
  REQUIRE(counts);
  CHECK(counts->pending == 1);
  CHECK(counts->running == 1);
  CHECK(counts->done + counts->failed == 0);
}

TEST_CASE("a wish to stop reaches the runner it was made of, however early, and no later one") {
  World world;
  CHECK_FALSE(*world.queue.asked_to_stop(world.me));
  REQUIRE(world.queue.ask_to_stop(world.me));
  REQUIRE(world.queue.ask_to_stop(world.me));
  // Made between its start and its first look.
  REQUIRE(world.queue.forget_earlier_wishes(world.me));
  CHECK(*world.queue.asked_to_stop(world.me));
  CHECK_FALSE(*world.queue.asked_to_stop(world.other));
  REQUIRE(world.queue.forget_earlier_wishes(world.other));
  CHECK_FALSE(*world.queue.asked_to_stop(world.me));
  // Of a runner that has the lock and has not written yet who it is.
  REQUIRE(world.queue.ask_to_stop({}));
  REQUIRE(world.queue.forget_earlier_wishes(world.me));
  CHECK(*world.queue.asked_to_stop(world.me));
  REQUIRE(world.queue.forget_wishes());
  CHECK_FALSE(*world.queue.asked_to_stop(world.me));
}

TEST_CASE("states and kinds are byte-stable") {
  CHECK(to_string(ItemState::pending) == "pending");
  CHECK(to_string(ItemState::running) == "running");
  CHECK(to_string(ItemState::done) == "done");
  CHECK(to_string(ItemState::failed) == "failed");
  CHECK(to_string(ItemKind::command) == "command");
  CHECK(to_string(ItemKind::launch) == "launch");
  CHECK(item_state_named("done") == ItemState::done);
  CHECK_FALSE(item_state_named("over"));
}

}  // namespace pawl::fleet::queue_test
