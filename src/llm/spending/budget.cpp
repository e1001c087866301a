#include "llm/spending/budget.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "llm/spending/prices.hpp"

namespace pawl::llm {
namespace {

constexpr double kMicrosPerUsd = 1e6;
constexpr double kMsPerSecond = 1e3;

struct UnitRow {
  std::string_view name;     // byte-stable: in events
  std::string_view setting;  // the end of the key of its limit
  double (*of)(const Amount&);
};

constexpr auto kUnits = std::to_array<UnitRow>({
    {"tokens", "tokens", [](const Amount& amount) { return static_cast<double>(amount.tokens); }},
    {"usd", "cost",
     [](const Amount& amount) { return static_cast<double>(amount.cost) / kMicrosPerUsd; }},
    {"seconds", "time",
     [](const Amount& amount) { return static_cast<double>(amount.time.count()) / kMsPerSecond; }},
});

std::string words(const UnitRow& unit, double value) {
  if (unit.name == "seconds") {
    return human_duration(Milliseconds(std::llround(value * kMsPerSecond)));
  }
  if (unit.name == "usd") return usd(std::llround(value * kMicrosPerUsd));
  return std::to_string(std::llround(value)) + " tokens";
}

Amount scaled(const Amount& amount, double share) {
  const auto part = [share](std::int64_t value) {
    return value == 0 ? 0
                      : std::max<std::int64_t>(1, std::llround(static_cast<double>(value) * share));
  };
  return {.tokens = part(amount.tokens),
          .cost = part(amount.cost),
          .time = Milliseconds(part(amount.time.count()))};
}

// Nothing is left of it, or less than is wanted.
bool holds(const UnitRow& unit, const Amount& limit, const Amount& gone, const Amount& wanted) {
  const double allowed = unit.of(limit);
  if (allowed == 0) return true;
  return unit.of(gone) < allowed && unit.of(gone) + unit.of(wanted) <= allowed;
}

}  // namespace

std::string_view to_string(Scope scope) {
  switch (scope) {
    case Scope::call: return "call";
    case Scope::stage: return "stage";
    case Scope::run: return "run";
    case Scope::day: return "day";
  }
  return "run";
}

bool BudgetRules::limits_cost() const {
  return std::any_of(limits.begin(), limits.end(),
                     [](const Amount& limit) { return limit.cost > 0; });
}

Budget::Budget(BudgetRules rules, os::Clock& clock, EventSink& events, DayAccount& day,
               Amount spent)
    : rules_(std::move(rules)),
      clock_(clock),
      events_(events),
      day_(day),
      run_(spent),
      begun_(clock.monotonic()),
      stage_begun_(begun_) {}

std::string Budget::exhausted() const {
  const std::lock_guard guard(mutex_);
  return exhausted_;
}

void Budget::begin_stage() {
  const std::lock_guard guard(mutex_);
  stage_ = {};
  stage_begun_ = clock_.monotonic();
}

Budget::Account Budget::account(Scope scope) const {
  Account out{.scope = scope, .limit = rules_.of(scope), .spent = {}, .reserved = reserved_};
  const Milliseconds now = clock_.monotonic();
  if (scope == Scope::call) out.reserved = {};
  if (scope == Scope::stage) {
    out.spent = stage_;
    out.spent.time = now - stage_begun_;
  }
  if (scope == Scope::run) {
    out.limit = scaled(out.limit, 1 - rules_.wrap_up);
    out.spent = run_;
    out.spent.time += now - begun_;
  }
  return out;
}

Status Budget::check(const Account& account, const Amount& wanted) {
  Amount gone = account.spent;
  gone.add(account.reserved);
  const auto unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const UnitRow& each) {
    return !holds(each, account.limit, gone, wanted);
  });
  if (unit == kUnits.end()) return Done{};
  const std::string scope(to_string(account.scope));
  std::string message = "the budget of a " + scope + " does not hold the next call to a model: " +
                        words(*unit, unit->of(account.limit)) + " are allowed";
  if (account.scope == Scope::run) message += " (without what is kept for the end)";
  if (account.scope != Scope::call) message += ", " + words(*unit, unit->of(gone)) + " are gone";
  if (unit->of(wanted) > 0) message += ", the call may need " + words(*unit, unit->of(wanted));
  message += "; raise budget." + scope + "_" + std::string(unit->setting);
  if (account.scope == Scope::day) message += ", or go on after 00:00 UTC";
  if (exhausted_.empty()) {
    exhausted_ = message;
    TRY(events_.append(to_event(BudgetExhausted{.scope = scope,
                                                .unit = std::string(unit->name),
                                                .limit = unit->of(account.limit),
                                                .spent = unit->of(account.spent),
                                                .reserved = unit->of(account.reserved),
                                                .wanted = unit->of(wanted)})));
  }
  return fail(Errc::denied, std::move(message));
}

Result<Reservation> Budget::reserve(const Wanted& wanted) {
  const std::lock_guard guard(mutex_);
  for (const Scope scope : {Scope::call, Scope::stage, Scope::run}) {
    TRY(check(account(scope), wanted.all));
  }
  TRY_ASSIGN(const DayAccount::Answer day, day_.reserve(wanted, rules_.of(Scope::day)));
  if (!day.id) {
    TRY(check({.scope = Scope::day,
               .limit = rules_.of(Scope::day),
               .spent = day.spent,
               .reserved = day.reserved},
              wanted.all));
    return fail(Errc::conflict, "the account of the day changed while it was asked");
  }
  reserved_.add(wanted.all);
  return Reservation{.all = wanted.all, .day_id = day.id};
}

Status Budget::settle(const Reservation& reservation, const Amount& used) {
  const std::lock_guard guard(mutex_);
  reserved_.add({.tokens = -reservation.all.tokens,
                 .cost = -reservation.all.cost,
                 .time = -reservation.all.time});
  const Amount without_time{.tokens = used.tokens, .cost = used.cost, .time = {}};
  run_.add(without_time);
  stage_.add(without_time);
  return reservation.day_id ? day_.settle(*reservation.day_id, used) : Status(Done{});
}

Status Budget::take(const Amount& used) {
  const std::lock_guard guard(mutex_);
  TRY_ASSIGN(const DayAccount::Answer day, day_.reserve({}, {}));
  const Amount without_time{.tokens = used.tokens, .cost = used.cost, .time = {}};
  run_.add(without_time);
  stage_.add(without_time);
  return day.id ? day_.settle(*day.id, used) : Status(Done{});
}

void Budget::took_elsewhere(const Amount& used) {
  const std::lock_guard guard(mutex_);
  run_.add({.tokens = used.tokens, .cost = used.cost, .time = {}});
}

Result<Amount> Budget::left() {
  const std::lock_guard guard(mutex_);
  TRY_ASSIGN(const DayAccount::Answer day, day_.look());
  const Account accounts[] = {account(Scope::stage),
                              account(Scope::run),
                              {.scope = Scope::day,
                               .limit = rules_.of(Scope::day),
                               .spent = day.spent,
                               .reserved = day.reserved}};
  Amount left;
  const auto take = [](std::int64_t& least, std::int64_t limit, std::int64_t gone) {
    if (limit == 0) return;
    const std::int64_t rest = std::max<std::int64_t>(1, limit - gone);
    least = least == 0 ? rest : std::min(least, rest);
  };
  for (const Account& each : accounts) {
    Amount gone = each.spent;
    gone.add(each.reserved);
    take(left.tokens, each.limit.tokens, gone.tokens);
    take(left.cost, each.limit.cost, gone.cost);
  }
  return left;
}

Status Budget::hold(const Amount& elsewhere) {
  const std::lock_guard guard(mutex_);
  Account run = account(Scope::run);
  run.spent.add({.tokens = elsewhere.tokens, .cost = elsewhere.cost, .time = {}});
  TRY(check(run, {}));
  TRY_ASSIGN(const DayAccount::Answer day, day_.look());
  return check({.scope = Scope::day,
                .limit = rules_.of(Scope::day),
                .spent = day.spent,
                .reserved = day.reserved},
               {});
}

std::optional<Milliseconds> Budget::time_left() const {
  const std::lock_guard guard(mutex_);
  std::optional<Milliseconds> left;
  const auto take = [&](Milliseconds limit, Milliseconds spent) {
    if (limit.count() == 0) return;
    const Milliseconds rest = std::max(limit - spent, Milliseconds(1));
    left = left ? std::min(*left, rest) : rest;
  };
  for (const Scope scope : {Scope::call, Scope::stage, Scope::run}) {
    const Account each = account(scope);
    take(each.limit.time, each.spent.time);
  }
  return left;
}

}  // namespace pawl::llm
