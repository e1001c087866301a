#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "llm/models.hpp"
#include "llm/test_support.hpp"

namespace pawl::llm::fallback_test {
namespace {

// Gives its answers in order and counts; when there is none left, it is down.
class Server final : public ChatModel {
 public:
  Server(std::string name, std::vector<Result<ChatAnswer>> answers)
      : name_(std::move(name)), answers_(std::move(answers)) {}
  std::string name() const override { return name_; }
  Result<ModelHealth> check() override { return health; }
  Result<ChatAnswer> ask(const ChatRequest&) override {
    if (asked < answers_.size()) return answers_[asked++];
    ++asked;
    return fail(Errc::upstream, name_ + " is down");
  }
  std::size_t asked = 0;
  Result<ModelHealth> health = ModelHealth{};

 private:
  std::string name_;
  std::vector<Result<ChatAnswer>> answers_;
};

struct Bench {
  os::FakeClock clock;
  KeptEvents events;
  Circuits circuits{clock, events, {.failures = 3, .cooldown = Milliseconds(60'000)}};
  Server* first = nullptr;
  Server* second = nullptr;

  std::unique_ptr<ChatModel> chain(std::vector<Result<ChatAnswer>> of_first,
                                   std::vector<Result<ChatAnswer>> of_second) {
    auto one = std::make_unique<Server>("one", std::move(of_first));
    auto two = std::make_unique<Server>("two", std::move(of_second));
    first = one.get();
    second = two.get();
    std::vector<CircuitModel> models;
    models.push_back({.model = std::move(one), .key = "one@a"});
    models.push_back({.model = std::move(two), .key = "two@b"});
    return fallback_model(std::move(models), circuits, events);
  }
  std::string states() const {
    std::string out;
    for (const Event& event : events.events) {
      if (event.kind == kLlmCircuit) out += event.data["state"].string_or("") + " ";
      if (event.kind == kLlmFallback) out += "-> ";
    }
    return out;
  }
};

ChatRequest question() {
  ChatRequest request;
  request.role = "worker";
  return request;
}

std::vector<Result<ChatAnswer>> answers(std::size_t count) {
  std::vector<Result<ChatAnswer>> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(said("hi"));
  return out;
}

}  // namespace

TEST_CASE("the next model answers for one that cannot be reached, and that is told") {
  Bench bench;
  const auto chain = bench.chain({}, answers(1));
  CHECK(chain->name() == "one");
  REQUIRE(chain->ask(question()));
  CHECK(chain->name() == "two");
  REQUIRE(bench.events.events.size() == 1);
  const Json& data = bench.events.events[0].data;
  CHECK(data.dump() ==
        R"({"role":"worker","model":"one@a","next":"two@b","reason":"one is down"})");
}

TEST_CASE("only outages lead to the next model") {
  for (const Errc code : {Errc::invalid, Errc::cancelled, Errc::not_found, Errc::io}) {
    CAPTURE(to_string(code));
    Bench bench;
    const auto chain = bench.chain({Result<ChatAnswer>(fail(code, "no"))}, answers(1));
    const auto answer = chain->ask(question());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == code);
    CHECK(bench.second->asked == 0);
    CHECK(bench.events.events.empty());
  }
}

TEST_CASE("a model that keeps failing is left alone, tried once after the cool-down, and is back") {
  Bench bench;
  std::vector<Result<ChatAnswer>> of_first;
  for (int i = 0; i < 4; ++i) of_first.emplace_back(fail(Errc::timeout, "slow"));
  of_first.emplace_back(said("back"));
  of_first.emplace_back(said("still"));
  const auto chain = bench.chain(std::move(of_first), answers(9));
  for (int i = 0; i < 5; ++i) REQUIRE(chain->ask(question()));
  CHECK(bench.first->asked == 3);
  CHECK(bench.states() == "-> -> open -> -> -> ");
  bench.clock.advance(Milliseconds(60'000));
  REQUIRE(chain->ask(question()));  // tried, failed, left alone again
  REQUIRE(chain->ask(question()));
  CHECK(bench.first->asked == 4);
  bench.clock.advance(Milliseconds(60'000));
  REQUIRE(chain->ask(question()));
  const auto last = chain->ask(question());
  REQUIRE(last);
  CHECK(last->text == "still");
  CHECK(bench.first->asked == 6);
  CHECK(chain->name() == "one");
  CHECK(bench.states() == "-> -> open -> -> -> half_open open -> -> half_open closed ");
}

TEST_CASE("a success in between starts the count anew") {
  Bench bench;
  std::vector<Result<ChatAnswer>> of_first;
  for (int i = 0; i < 9; ++i) {
    if (i % 3 == 2) {
      of_first.emplace_back(said("hi"));
    } else {
      of_first.emplace_back(fail(Errc::upstream, "down"));
    }
  }
  const auto chain = bench.chain(std::move(of_first), answers(9));
  for (int i = 0; i < 9; ++i) REQUIRE(chain->ask(question()));
  CHECK(bench.first->asked == 9);
}

TEST_CASE("when none can be asked, the error says so") {
  Bench bench;
  const auto chain = bench.chain({}, {});
  for (int i = 0; i < 3; ++i) {
    const auto answer = chain->ask(question());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message == "two is down");
  }
  const auto answer = chain->ask(question());
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == Errc::upstream);
  CHECK(contains(answer.error().message, "two@b failed too often"));
  CHECK(bench.second->asked == 3);
}

TEST_CASE("a check is content with one that is there, but not with one that is wrong") {
  struct Row {
    const char* name;
    Result<ModelHealth> first;
    Result<ModelHealth> second;
    std::optional<Errc> error;
    const char* note;
    std::int64_t context;
  };
  const ModelHealth large{.models = {}, .context_length = 32'000, .context_hint = {}, .note = {}};
  const ModelHealth small{.models = {}, .context_length = 4'000, .context_hint = {}, .note = {}};
  const ModelHealth middle{.models = {}, .context_length = 16'000, .context_hint = {}, .note = {}};
  const Row rows[] = {
      {"both", large, middle, {}, "", 16'000},
      {"the first is down", fail(Errc::upstream, "down"), large, {}, "down", 32'000},
      {"the second is down", large, fail(Errc::timeout, "slow"), {}, "slow", 32'000},
      {"none", fail(Errc::upstream, "down"), fail(Errc::upstream, "gone"), Errc::upstream, "down",
       0},
      {"a wrong name", large, fail(Errc::not_found, "no such model"), Errc::not_found, "no such",
       0},
      {"too small", large, small, Errc::invalid, "4000 tokens", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Bench bench;
    const auto chain = bench.chain({}, {});
    bench.first->health = row.first;
    bench.second->health = row.second;
    const auto health = chain->check();
    REQUIRE(health.ok() == !row.error.has_value());
    if (health) {
      CHECK(health->note == row.note);
      CHECK(health->context_length.value_or(0) == row.context);
    } else {
      CHECK(health.error().code == *row.error);
      CHECK(contains(health.error().message, row.note));
    }
  }
}

TEST_CASE("a rule of no failures never opens a circuit") {
  os::FakeClock clock;
  KeptEvents events;
  Circuits circuits(clock, events, {.failures = 0, .cooldown = Milliseconds(1)});
  for (int i = 0; i < 50; ++i) REQUIRE(circuits.failed("m", fail(Errc::upstream, "down")));
  const auto may_ask = circuits.may_ask("m");
  REQUIRE(may_ask);
  CHECK(*may_ask);
  CHECK(events.events.empty());
}

}  // namespace pawl::llm::fallback_test
