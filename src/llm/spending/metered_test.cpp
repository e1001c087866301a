#include "llm/spending/metered.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/test_support.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::llm::metered_test {
namespace {

class Day final : public DayAccount {
 public:
  Result<Answer> reserve(const Wanted& wanted, const Amount&) override {
    wanted_.push_back(wanted);
    return Answer{.spent = {}, .reserved = {}, .id = 1};
  }
  Result<Answer> look() override { return Answer{.spent = {}, .reserved = {}, .id = std::nullopt}; }
  Status settle(std::int64_t, const Amount& used) override {
    used_.push_back(used);
    return Done{};
  }
  std::vector<Wanted> wanted_;
  std::vector<Amount> used_;
};

struct Bench {
  os::FakeClock clock;
  KeptEvents events;
  Day day;
  BudgetRules rules;
  std::unique_ptr<Budget> budget;
  ListedModel* inner = nullptr;

  std::unique_ptr<ChatModel> model(std::deque<Result<ChatAnswer>> answers, CallTerms terms) {
    budget = std::make_unique<Budget>(rules, clock, events, day, Amount());
    auto listed = std::make_unique<ListedModel>(std::move(answers));
    inner = listed.get();
    return budgeted_model(priced_model(std::move(listed), terms.price, terms.counting), *budget,
                          clock, terms);
  }
};

ChatRequest question() {
  ChatRequest request;
  request.role = "worker";
  request.messages = {{"user", std::string(300, 'x')}};
  return request;
}

ChatAnswer counted_answer(std::int64_t in, std::int64_t out) {
  ChatAnswer answer = said("hi");
  answer.usage = {.tokens_in = in, .tokens_out = out};
  return answer;
}

constexpr Price kPrice{.in = 2, .out = 10};

}  // namespace

TEST_CASE("a call is reserved with its prompt and its longest answer, and settled with its use") {
  Bench bench;
  const auto model = bench.model({counted_answer(90, 7)}, {.price = kPrice, .max_tokens = 1000});
  const auto answer = model->ask(question());
  REQUIRE(answer);
  CHECK(answer->cost == 250);
  const Wanted& wanted = bench.day.wanted_.at(0);
  CHECK(wanted.prompt.tokens == 132);  // 300 bytes / 3, and 16 for the message and the frame each
  CHECK(wanted.all.tokens == 1132);
  CHECK(wanted.all.cost == 10'264);
  CHECK(wanted.prompt.cost == 264);
  CHECK(bench.day.used_.at(0) == Amount{.tokens = 97, .cost = 250, .time = {}});
}

TEST_CASE(
    "a request's own length goes before the general one; the schema is a part of the prompt") {
  Bench bench;
  const auto model = bench.model({said("hi")}, {.price = kPrice, .max_tokens = 1000});
  ChatRequest request = question();
  request.max_tokens = 50;
  request.schema = Json::object({{"type", "object"}});  // 17 bytes
  REQUIRE(model->ask(request));
  CHECK(bench.day.wanted_.at(0).all.tokens == 187);
}

TEST_CASE("what a server does not count is estimated") {
  Bench bench;
  const auto model = bench.model({said("12345678")}, {.price = kPrice});
  const auto answer = model->ask(question());
  REQUIRE(answer);
  CHECK(answer->usage.tokens_in == 75);
  CHECK(answer->usage.tokens_out == 2);
  CHECK(answer->cost == 170);
}

TEST_CASE("of a failed call the prompt counts when it may have been read") {
  struct Row {
    Errc code;
    std::int64_t tokens;
  };
  const Row rows[] = {
      {Errc::timeout, 132}, {Errc::cancelled, 132}, {Errc::upstream, 0}, {Errc::invalid, 0}};
  for (const Row& row : rows) {
    CAPTURE(to_string(row.code));
    Bench bench;
    const auto model = bench.model({fail(row.code, "no")}, {.price = kPrice});
    REQUIRE_FALSE(model->ask(question()));
    CHECK(bench.day.used_.at(0).tokens == row.tokens);
  }
}

TEST_CASE("what spends no tokens wants none") {
  Bench bench;
  const auto model = bench.model({said("hi")}, {.price = {}, .counting = Counting::none});
  const auto answer = model->ask(question());
  REQUIRE(answer);
  CHECK(answer->cost == 0);
  CHECK(answer->usage.tokens_in == 0);
  CHECK(bench.day.wanted_.at(0).all == Amount());
}

TEST_CASE("a price nobody knows is not zero") {
  auto listed = std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{counted_answer(1, 1)});
  const auto answer =
      priced_model(std::move(listed), std::nullopt, Counting::tokens)->ask(question());
  REQUIRE(answer);
  CHECK_FALSE(answer->cost.has_value());
}

TEST_CASE("a call the budget does not hold is not made; a call gets the time that is left") {
  Bench bench;
  bench.rules.limits[static_cast<std::size_t>(Scope::run)] = {
      .tokens = 2000, .cost = 0, .time = Milliseconds(100'000)};
  const auto model =
      bench.model({counted_answer(700, 100), said("never")}, {.price = kPrice, .max_tokens = 1000});
  REQUIRE(model->ask(question()));
  CHECK(bench.inner->asked.at(0).time_max == Milliseconds(90'000));
  const auto refused = model->ask(question());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::denied);
  CHECK(bench.inner->asked.size() == 1);
}

TEST_CASE("what an endpoint counts is remembered") {
  os::FakeClock clock;
  os::MemoryFiles files{clock};
  EndpointMemory memory(files, clock, "/endpoints.json");
  const auto model = gauged_model(
      std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{counted_answer(1'000, 1)}),
      memory, "openai:a");
  ChatRequest request;
  request.messages = {{"user", std::string(2'000, 'a')}};
  REQUIRE(model->ask(request));
  CHECK(memory.bytes_per_token("openai:a") == 2.0);
  const auto full = gauged_model(
      std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{
          fail(Errc::invalid, "it exceeds the context size"), fail(Errc::invalid, "bad schema")}),
      memory, "openai:b");
  request.window = Room{.model = "b", .hint = {}};
  REQUIRE_FALSE(full->ask(request));
  CHECK(memory.bytes_per_token("openai:b").value_or(0) == doctest::Approx(2.25).epsilon(0.01));
  REQUIRE_FALSE(full->ask(request));
  CHECK(memory.bytes_per_token("openai:b").value_or(0) == doctest::Approx(2.25).epsilon(0.01));
}

}  // namespace pawl::llm::metered_test
