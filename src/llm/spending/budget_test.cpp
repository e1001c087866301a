#include "llm/spending/budget.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/test_support.hpp"

namespace pawl::llm::budget_test {
namespace {

// One process's view of a day.
class Day final : public DayAccount {
 public:
  Result<Answer> reserve(const Wanted& wanted, const Amount& limit) override {
    Answer answer{.spent = spent, .reserved = reserved, .id = {}};
    const std::int64_t gone = spent.tokens + reserved.tokens;
    if (limit.tokens != 0 && gone + wanted.all.tokens > limit.tokens) return answer;
    reserved.add(wanted.all);
    last = wanted.all;
    answer.id = ++ids;
    return answer;
  }
  Result<Answer> look() override {
    return Answer{.spent = spent, .reserved = reserved, .id = std::nullopt};
  }
  Status settle(std::int64_t id, const Amount& used) override {
    CHECK(id == ids);
    reserved.tokens -= last.tokens;
    spent.add(used);
    return Done{};
  }
  Amount spent;
  Amount reserved;
  Amount last;
  std::int64_t ids = 0;
};

struct Bench {
  os::FakeClock clock;
  KeptEvents events;
  Day day;
  BudgetRules rules;

  Bench() { rules.wrap_up = 0; }
  Budget budget(Amount spent = {}) { return {rules, clock, events, day, spent}; }
  Amount& limit(Scope scope) { return rules.limits[static_cast<std::size_t>(scope)]; }
};

Wanted tokens(std::int64_t count) {
  return {.all = {.tokens = count, .cost = 0, .time = {}}, .prompt = {}};
}
Wanted cost(std::int64_t micros) {
  return {.all = {.tokens = 0, .cost = micros, .time = {}}, .prompt = {}};
}

void spend(Budget& budget, const Wanted& wanted, const Amount& used) {
  const auto reservation = budget.reserve(wanted);
  REQUIRE(reservation);
  REQUIRE(budget.settle(*reservation, used));
}

}  // namespace

TEST_CASE("a call that a scope does not hold is not made, and the journal says which and why") {
  for (const Scope scope : {Scope::call, Scope::stage, Scope::run, Scope::day}) {
    CAPTURE(to_string(scope));
    Bench bench;
    bench.limit(scope).tokens = 1000;
    Budget budget = bench.budget();
    spend(budget, tokens(1000), {.tokens = 300, .cost = 0, .time = {}});
    CHECK(budget.exhausted().empty());
    const std::int64_t more = scope == Scope::call ? 1001 : 701;
    const auto refused = budget.reserve(tokens(more));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::denied);
    CHECK(contains(refused.error().message, "budget of a " + std::string(to_string(scope))));
    CHECK(contains(refused.error().message, "1000 tokens are allowed"));
    CHECK(budget.exhausted() == refused.error().message);
    CHECK_FALSE(budget.reserve(tokens(5000)));
    REQUIRE(bench.events.events.size() == 1);  // reported once
    const Json& data = bench.events.events[0].data;
    CHECK(data["scope"].text() == to_string(scope));
    CHECK(data["unit"].text() == "tokens");
    CHECK(data["limit"].number_or(0) == 1000);
    CHECK(data["spent"].number_or(-1) == (scope == Scope::call ? 0 : 300));
    CHECK(data["wanted"].number_or(0) == static_cast<double>(more));
  }
}

TEST_CASE("what is under way counts") {
  Bench bench;
  bench.limit(Scope::run).cost = 1'000'000;
  Budget budget = bench.budget();
  const auto first = budget.reserve(cost(700'000));
  REQUIRE(first);
  CHECK_FALSE(budget.reserve(cost(400'000)));
  REQUIRE(budget.settle(*first, {.tokens = 0, .cost = 100'000, .time = {}}));
  CHECK(budget.reserve(cost(900'000)));
}

TEST_CASE("what was not reserved counts all the same, and so does what others spend") {
  Bench bench;
  bench.limit(Scope::run) = {.tokens = 1000, .cost = 500, .time = {}};
  bench.limit(Scope::day).tokens = 5000;
  bench.day.spent.tokens = 4200;
  Budget budget = bench.budget();
  CHECK(*budget.left() == Amount{.tokens = 800, .cost = 500, .time = {}});
  REQUIRE(budget.take({.tokens = 300, .cost = 400, .time = {}}));
  CHECK(bench.day.spent.tokens == 4500);
  CHECK(*budget.left() == Amount{.tokens = 500, .cost = 100, .time = {}});
  budget.took_elsewhere({.tokens = 600, .cost = 0, .time = {}});
  CHECK(bench.day.spent.tokens == 4500);
  CHECK(*budget.left() == Amount{.tokens = 100, .cost = 100, .time = {}});
  CHECK(budget.hold({.tokens = 99, .cost = 0, .time = {}}));
  CHECK(budget.exhausted().empty());
  const Status held = budget.hold({.tokens = 100, .cost = 0, .time = {}});
  REQUIRE_FALSE(held);
  CHECK(held.error().code == Errc::denied);
  CHECK(budget.exhausted() == held.error().message);
  REQUIRE(budget.take({.tokens = 5000, .cost = 0, .time = {}}));
  CHECK(budget.left()->tokens == 1);

  Bench of_day;
  of_day.limit(Scope::day).tokens = 100;
  of_day.day.spent.tokens = 100;
  Budget gone = of_day.budget();
  REQUIRE_FALSE(gone.hold());
  CHECK(contains(gone.exhausted(), "day"));
  CHECK(*bench.budget().left() == Amount{.tokens = 1, .cost = 500, .time = {}});
}

TEST_CASE("a part of the run's budget is kept for its end") {
  Bench bench;
  bench.rules.wrap_up = 0.1;
  bench.limit(Scope::run).tokens = 1000;
  Budget budget = bench.budget();
  CHECK_FALSE(budget.reserve(tokens(901)));
  Budget another = bench.budget();
  CHECK(another.reserve(tokens(900)));
}

TEST_CASE("a resumed run has spent what its earlier processes spent") {
  Bench bench;
  bench.limit(Scope::run) = {.tokens = 1000, .cost = 0, .time = Milliseconds(60'000)};
  Budget by_tokens = bench.budget({.tokens = 800, .cost = 0, .time = {}});
  CHECK_FALSE(by_tokens.reserve(tokens(201)));
  Budget by_time = bench.budget({.tokens = 0, .cost = 0, .time = Milliseconds(60'000)});
  CHECK_FALSE(by_time.reserve(tokens(1)));
}

TEST_CASE("a stage's budget is whole again in the next") {
  Bench bench;
  bench.limit(Scope::stage).tokens = 1000;
  Budget budget = bench.budget();
  spend(budget, tokens(900), {.tokens = 900, .cost = 0, .time = {}});
  budget.begin_stage();
  spend(budget, tokens(900), {.tokens = 900, .cost = 0, .time = {}});
  CHECK_FALSE(budget.reserve(tokens(900)));
}

TEST_CASE("time runs by itself, and tells how long a call may take") {
  Bench bench;
  bench.limit(Scope::run).time = Milliseconds(60'000);
  bench.limit(Scope::call).time = Milliseconds(20'000);
  Budget budget = bench.budget();
  REQUIRE(budget.time_left());
  CHECK(*budget.time_left() == Milliseconds(20'000));
  bench.clock.advance(Milliseconds(50'000));
  CHECK(*budget.time_left() == Milliseconds(10'000));
  CHECK(budget.reserve(tokens(1)));
  bench.clock.advance(Milliseconds(10'000));
  const auto refused = budget.reserve(tokens(1));
  REQUIRE_FALSE(refused);
  CHECK(contains(refused.error().message, human_duration(Milliseconds(60'000)) + " are gone"));
  CHECK(bench.events.events[0].data["unit"].text() == "seconds");
  Bench free;
  CHECK_FALSE(free.budget().time_left().has_value());
}

}  // namespace pawl::llm::budget_test
