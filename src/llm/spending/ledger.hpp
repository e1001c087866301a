// The ledger in pawl.db: what calls to models used on a day, over all processes that share the
// state folder (data/migrations/ledger).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "llm/spending/budget.hpp"
#include "os/clock.hpp"
#include "store/database.hpp"
#include "store/lock.hpp"
#include "store/salvage.hpp"

namespace pawl::llm {

struct Spending {
  std::int64_t tokens = 0;
  std::int64_t micros = 0;  // millionths of a US dollar
  std::int64_t ms = 0;

  bool operator==(const Spending&) const = default;
};

struct SpendingRequest {
  std::string day;            // 2026-01-31
  store::LockHolder process;  // and its run
  Spending wanted;
  Spending prompt;  // the part that counts if the process dies; no more than `wanted`
  Spending limit;   // 0: none
};

struct SpendingAnswer {
  Spending spent;                  // by calls that ended
  Spending reserved;               // by calls that are under way
  std::optional<std::int64_t> id;  // nothing when the limit does not hold what is wanted
};

// Whether a process still runs.
using IsAlive = std::function<bool(const store::LockHolder& process)>;

class Ledger {
 public:
  explicit Ledger(store::Database& database) : database_(database) {}

  // Reserves, all or nothing, over all processes. Reservations of processes that died are settled
  // first, with what their prompts came to.
  Result<SpendingAnswer> reserve(const SpendingRequest& request, const IsAlive& is_alive);
  // Of a day; there is no id in it.
  Result<SpendingAnswer> look(const std::string& day);
  // What a call used in the end; one that is settled already stays as it is.
  Status settle(std::int64_t id, const Spending& used);

 private:
  store::Database& database_;
};

// The ledger as budgets ask it. Borrows database and clock; `process` and its run stand at the
// reservations, and those of processes that died are let go.
std::unique_ptr<DayAccount> day_account(store::Database& database, os::Clock& clock,
                                        store::LockHolder process);

// The ledger only grows, and no journal of another day holds all of it.
std::span<const store::KeptTable> kept_tables();

}  // namespace pawl::llm
