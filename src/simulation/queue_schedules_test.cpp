// Random holders of items of the queue: they claim, renew, finish, die, fall silent and take over,
// in any order, against the queue as it is. PAWL_SCHEDULES as in schedules_test.cpp, of which these
// are a tenth: each is a transaction on a disk.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "fleet/queue.hpp"
#include "pipeline/test_pipelines.hpp"
#include "store/test_support.hpp"

namespace pawl::simulation::queue_schedules_test {
namespace {

using fleet::Item;
using fleet::ItemState;
using pipeline::Dice;

struct Holder {
  store::LockHolder name;
  bool alive = true;
  bool silent = false;  // it lives, and renews nothing
  std::set<std::int64_t> holds;
};

// What must be, beside what the queue says.
struct Expected {
  int attempts_max = 1;
  int begun = 0;
  int owner = 0;  // pid; 0: nobody
  Timestamp renewed;
  bool done = false;
};

class Play {
 public:
  Play(store::Database& database, std::uint64_t seed)
      : queue_(database), dice_(seed), seed_(seed) {}

  void to_its_end() {
    constexpr int kActs = 60;
    for (int i = 0; i < 2; ++i) new_holder();
    for (int i = 0; i < kActs; ++i) act();
    drain();
  }

 private:
  void wrong(const std::string& what) { FAIL_CHECK("seed ", seed_, ": ", what); }

  Holder& new_holder() {
    Holder& made = holders_[++pids_];
    made.name = {
        .pid = pids_, .started = static_cast<std::uint64_t>(seed_), .boot = "b", .run = ""};
    return made;
  }

  Holder& any_alive() {
    std::vector<Holder*> alive;
    for (auto& [pid, one] : holders_) {
      if (one.alive) alive.push_back(&one);
    }
    if (alive.empty()) return new_holder();
    return *alive[static_cast<std::size_t>(dice_.below(static_cast<int>(alive.size())))];
  }

  void pass(Milliseconds time) {
    // Who works renews in time; nobody can be late who is not silent.
    while (time.count() > 0) {
      const Milliseconds step = std::min(time, fleet::kRenewEvery);
      time -= step;
      now_ += step;
      for (auto& [pid, one] : holders_) {
        if (!one.alive || one.silent) continue;
        for (const std::int64_t id : std::set<std::int64_t>(one.holds)) renew(one, id);
      }
    }
  }

  void renew(Holder& holder, std::int64_t id) {
    Expected& item = items_[id];
    const bool own = item.owner == holder.name.pid;
    const Status renewed = queue_.renew(id, holder.name, now_);
    if (renewed.ok() != own) wrong("a lease is renewed by who has it, and by nobody else");
    if (own) item.renewed = now_;
    if (!renewed) holder.holds.erase(id);
  }

  void claim(Holder& holder) {
    const auto claimed = queue_.claim(holder.name, now_);
    REQUIRE(claimed);
    if (!*claimed) return;
    const Item& item = **claimed;
    Expected& expected = items_[item.id];
    if (expected.owner != 0) wrong("an item is claimed that somebody works on");
    if (expected.done) wrong("an item that is done is begun again");
    if (++expected.begun > expected.attempts_max)
      wrong("an item is tried more often than it may be");
    for (const std::int64_t need : item.needs) {
      if (!items_[need].done) wrong("an item is begun before what it needs is done");
    }
    own(holder, item.id);
  }

  void own(Holder& holder, std::int64_t id) {
    items_[id].owner = holder.name.pid;
    items_[id].renewed = now_;
    holder.holds.insert(id);
  }

  void take_over(Holder& holder) {
    const auto taken = queue_.take_over(holder.name, now_, [&](const store::LockHolder& one) {
      const auto found = holders_.find(one.pid);
      return found != holders_.end() && found->second.alive && one.started == seed_;
    });
    REQUIRE(taken);
    for (const Item& item : *taken) {
      Expected& expected = items_[item.id];
      const Holder& before = holders_[expected.owner];
      const bool in_time = now_ - expected.renewed < fleet::kLease;
      if (before.alive && in_time)
        wrong("an item is taken from who works on it and renewed in time");
      own(holder, item.id);
    }
    for (const auto& [id, expected] : items_) {
      const auto owner = holders_.find(expected.owner);
      if (owner == holders_.end()) continue;
      const bool in_time = now_ - expected.renewed < fleet::kLease;
      if (!owner->second.alive || !in_time) wrong("an item is left to who is gone");
    }
  }

  void finish(Holder& holder, int exit) {
    if (holder.holds.empty()) return;
    const std::int64_t id = *holder.holds.begin();
    Expected& item = items_[id];
    const bool own = item.owner == holder.name.pid;
    const auto state = queue_.finish(id, holder.name, {.exit = exit, .reason = "so"}, now_);
    holder.holds.erase(id);
    if (state.ok() != own) return wrong("an item is ended by who has it, and by nobody else");
    if (!own) return;
    item.owner = 0;
    item.done = exit == 0;
    const ItemState want = exit == 0                        ? ItemState::done
                           : item.begun < item.attempts_max ? ItemState::pending
                                                            : ItemState::failed;
    if (*state != want) wrong("an item ends as " + std::string(to_string(*state)));
  }

  void add() {
    fleet::NewItem item{.words = {"true"}, .folder = "/w", .attempts_max = 1 + dice_.below(3)};
    for (const auto& [id, expected] : items_) {
      if (dice_.one_in(4)) item.needs.push_back(id);
    }
    const auto id = queue_.add(item, now_);
    REQUIRE(id);
    items_[*id].attempts_max = item.attempts_max;
  }

  void act() {
    switch (dice_.below(10)) {
      case 0:
      case 1: add(); break;
      case 2:
      case 3:
      case 4: claim(any_alive()); break;
      case 5: finish(any_alive(), dice_.below(2)); break;
      case 6: any_alive().alive = dice_.one_in(3); break;
      case 7: any_alive().silent = true; break;
      case 8: take_over(new_holder()); break;
      default: pass(Milliseconds(dice_.below(60'000))); break;
    }
  }

  // Everybody does what is left.
  void drain() {
    pass(2 * fleet::kLease);
    Holder& last = new_holder();
    for (auto& [pid, one] : holders_) one.alive = pid == last.name.pid;
    take_over(last);
    for (std::size_t i = 0; i < 4 * items_.size() + 4; ++i) {
      if (last.holds.empty()) claim(last);
      finish(last, dice_.one_in(4) ? 1 : 0);
    }
    const auto left = queue_.items();
    REQUIRE(left);
    for (const Item& item : *left) {
      if (item.state == ItemState::running) wrong("an item runs, and nobody is left");
      if (item.state == ItemState::failed && item.reason.empty()) wrong("failed without a reason");
      REQUIRE(queue_.set_state(item.id, ItemState::done, now_));
    }
    for (auto item = left->rbegin(); item != left->rend(); ++item) REQUIRE(queue_.remove(item->id));
  }

  fleet::Queue queue_;
  Dice dice_;
  std::uint64_t seed_;
  Timestamp now_{Milliseconds(1'767'225'600'000)};
  int pids_ = 0;
  std::map<int, Holder> holders_;
  std::map<std::int64_t, Expected> items_;
};

}  // namespace

TEST_CASE("each item of the queue is one holder's, for as long as that renews its lease") {
  const char* text = std::getenv("PAWL_SCHEDULES");  // NOLINT(concurrency-mt-unsafe)
  const auto number = text == nullptr ? std::nullopt : parse_int(text);
  const auto count = static_cast<std::uint64_t>(number.value_or(1'000) / 10);
  const store::TestFolder folder;
  const auto database = store::Database::open(folder.path() + "/pawl.db");
  REQUIRE(database);
  for (std::uint64_t seed = 1; seed <= count; ++seed) Play(**database, seed).to_its_end();
}

}  // namespace pawl::simulation::queue_schedules_test
