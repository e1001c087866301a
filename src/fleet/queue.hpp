// The queue: commands and launches that wait for their turn, in pawl.db. An item is claimed by one
// runner at a time, for as long as it renews its lease.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "store/database.hpp"
#include "store/lock.hpp"

namespace pawl::fleet {

// Byte-stable: in pawl.db and `--json`.
enum class ItemState : std::uint8_t { pending, running, done, failed };
std::string_view to_string(ItemState state);
std::optional<ItemState> item_state_named(std::string_view name);

// Likewise.
enum class ItemKind : std::uint8_t {
  command,  // a program, or a line for the shell where it is one word
  launch,   // the words of `pawl launch`
};
std::string_view to_string(ItemKind kind);

struct NewItem {
  ItemKind kind = ItemKind::command;
  std::vector<std::string> words;
  std::string folder;  // absolute
  int attempts_max = 1;
  Milliseconds timeout{0};  // of a command; 0: none
  std::vector<std::int64_t> needs = {};
  std::vector<std::string> behind = {};  // runs that have to be out of the way before
};

struct Item : NewItem {
  std::int64_t id = 0;
  ItemState state = ItemState::pending;
  int attempts = 0;
  std::string run;
  int exit = -1;
  std::string reason;
  std::string made_at;  // RFC 3339
  std::string begun_at;
  std::string ended_at;
  store::LockHolder holder;
  Timestamp lease_until;
};

struct ItemEnd {
  int exit = 0;
  std::string reason;
};

inline constexpr Milliseconds kLease{30'000};
inline constexpr Milliseconds kRenewEvery{10'000};

class Queue {
 public:
  explicit Queue(store::Database& database) : database_(database) {}

  // not_found when it needs an item that does not exist.
  Result<std::int64_t> add(const NewItem& item, Timestamp now);
  Result<std::vector<Item>> items();  // oldest first
  Result<Item> item(std::int64_t id);

  struct Counts {
    std::int64_t pending = 0;
    std::int64_t running = 0;
    std::int64_t done = 0;
    std::int64_t failed = 0;
  };
  Result<Counts> counts();

  // The runs that items wait behind, and the word that one of them is out of the way: no item waits
  // for it any more.
  Result<std::vector<std::string>> waited_for();
  Status let_pass(const std::string& run);

  // The oldest pending item whose needs are all done and that waits behind no run, taken by that
  // holder: of any number that ask
  // at once, one gets it. Nothing when none is ready.
  Result<std::optional<Item>> claim(const store::LockHolder& holder, Timestamp now);
  // What follows fails with conflict when the holder has the item no longer.
  Status renew(std::int64_t id, const store::LockHolder& holder, Timestamp now);
  Status note_run(std::int64_t id, const store::LockHolder& holder, const std::string& run);
  // Done with exit code 0; else pending again while it has attempts left, else failed.
  Result<ItemState> finish(std::int64_t id, const store::LockHolder& holder, const ItemEnd& end,
                           Timestamp now);
  // A running item whose holder is gone, or whose lease is over, becomes that holder's.
  Result<std::vector<Item>> take_over(const store::LockHolder& holder, Timestamp now,
                                      const std::function<bool(const store::LockHolder&)>& alive);

  // Of items that nobody works on: denied otherwise.
  Status set_state(std::int64_t id, ItemState state, Timestamp now);
  // Items that others need are kept: denied.
  Status remove(std::int64_t id);

  // A wish is one of that runner, and waits for it even when it is made before the runner looks.
  // Without a pid: whoever runs the queue is not known yet, and whoever it is hears it.
  Status ask_to_stop(const store::LockHolder& runner);
  Result<bool> asked_to_stop(const store::LockHolder& runner);
  // Those of runners before this one, which nobody hears any more.
  Status forget_earlier_wishes(const store::LockHolder& runner);
  Status forget_wishes();

 private:
  store::Database& database_;
};

}  // namespace pawl::fleet
