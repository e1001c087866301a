// Budgets of a run: what may be spent on a call, in a stage, in the run, on a day. Reserved before
// it is spent, settled after it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/event.hpp"
#include "base/result.hpp"
#include "base/saturate.hpp"
#include "llm/chat.hpp"
#include "os/clock.hpp"

namespace pawl::llm {

// An amount spent or, as a limit, allowed; a limit of 0 is none.
struct Amount {
  std::int64_t tokens = 0;
  MicroUsd cost = 0;
  Milliseconds time{0};

  void add(const Amount& other) {
    tokens = saturating_add(tokens, other.tokens);
    cost = saturating_add(cost, other.cost);
    time = Milliseconds(saturating_add(time.count(), other.time.count()));
  }
  bool operator==(const Amount&) const = default;
};

enum class Scope : std::uint8_t { call, stage, run, day };
inline constexpr std::size_t kScopes = 4;
std::string_view to_string(Scope scope);

struct BudgetRules {
  std::array<Amount, kScopes> limits;
  // The share of the run's limits that is kept for what comes behind the work: committing,
  // measuring, the pull request. Calls do not get it.
  double wrap_up = 0.1;

  const Amount& of(Scope scope) const { return limits[static_cast<std::size_t>(scope)]; }
  // Some scope limits what may be paid.
  bool limits_cost() const;
};

// What a call may use at most, and how much of that is its prompt.
struct Wanted {
  Amount all;
  Amount prompt;
};

// The account of a day, which all processes share.
class DayAccount {
 public:
  struct Answer {
    Amount spent;                    // today, by settled calls
    Amount reserved;                 // by calls that are under way
    std::optional<std::int64_t> id;  // of the reservation; nothing when the limit does not hold it
  };
  virtual ~DayAccount() = default;
  virtual Result<Answer> reserve(const Wanted& wanted, const Amount& limit) = 0;
  // Without a reservation.
  virtual Result<Answer> look() = 0;
  virtual Status settle(std::int64_t id, const Amount& used) = 0;
};

struct Reservation {
  Amount all;
  std::optional<std::int64_t> day_id;
};

// Safe to share between threads.
class Budget {
 public:
  // `spent` is what earlier processes of the run spent, their time included.
  Budget(BudgetRules rules, os::Clock& clock, EventSink& events, DayAccount& day, Amount spent);

  // Another stage begins: its own budget is whole again.
  void begin_stage();
  // Errc::denied when some scope does not hold it; budget.exhausted says which. From then on
  // exhausted() says so too.
  Result<Reservation> reserve(const Wanted& wanted);
  Status settle(const Reservation& reservation, const Amount& used);
  // What was spent without having been reserved. It counts all the same, whatever the limits say.
  Status take(const Amount& used);
  // What others spent for this run, which have the account of the day in common with it.
  void took_elsewhere(const Amount& used);
  // Tokens and dollars that stage, run and day still hold: 0 where nothing limits them, else 1 at
  // least.
  Result<Amount> left();
  // Errc::denied, and exhausted() from then on, when nothing is left of the run or the day; what
  // others, who are still at work for the run, have spent so far counts as spent.
  Status hold(const Amount& elsewhere = {});
  // Until the nearest limit in time; nothing when there is none.
  std::optional<Milliseconds> time_left() const;
  // Why no more calls are made, for people; empty as long as they are.
  std::string exhausted() const;

 private:
  // What a scope allows, and how much of it is gone.
  struct Account {
    Scope scope = Scope::run;
    Amount limit;
    Amount spent;
    Amount reserved;
  };
  Account account(Scope scope) const;
  // Fails, with the reason, when the account does not hold it.
  Status check(const Account& account, const Amount& wanted);
  // All of them under the lock.
  mutable std::mutex mutex_;

  BudgetRules rules_;
  os::Clock& clock_;
  EventSink& events_;
  DayAccount& day_;
  Amount run_;  // its time without that of this process
  Amount stage_;
  Amount reserved_;
  Milliseconds begun_;
  Milliseconds stage_begun_;
  std::string exhausted_;
};

}  // namespace pawl::llm
