#include "stages/models.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "os/clock.hpp"
#include "os/files/memory_files.hpp"
#include "os/network/http.hpp"
#include "os/random.hpp"

namespace pawl::stages::models_test {
namespace {

using config::Role;

class NoEvents final : public EventSink {
 public:
  Status append(const Event&) override { return Done{}; }
};

// The models of a run with these settings, whose servers nobody asks.
struct ModelBench {
  git::Lab lab;
  os::FakeClock clock;
  os::FakeHttp http;
  os::SeededRandom random{1};
  os::Cancel cancel;
  os::Ports ports{clock, lab.files(), lab.processes(), http, random, cancel, {}, "/"};
  std::unique_ptr<store::Database> database = *store::Database::open(lab.path("pawl.db"));
  NoEvents events;
  Redactor redactor;
  config::Config config;

  Models models(const config::Environment& environment, std::vector<Role> others) {
    os::MemoryFiles files(clock);
    const auto resolved = config::load(files, "/config.toml", environment, {});
    REQUIRE(resolved);
    CHECK(resolved->warnings.empty());
    config = resolved->config;
    auto made = make_models({.ports = ports,
                             .config = config,
                             .redactor = redactor,
                             .events = events,
                             .record_folder = lab.path("model"),
                             .endpoints_file = lab.path("endpoints.json"),
                             .database = *database,
                             .process = store::this_process(),
                             .spent = {},
                             .view = {},
                             .recipes = {},
                             .find_records = {},
                             .others = std::move(others)},
                            spec_of(config, Role::planner), spec_of(config, Role::worker));
    REQUIRE_MESSAGE(made, made.error().to_line());
    return *std::move(made);
  }
};

}  // namespace

TEST_CASE(
    "who has no settings is the planner, whatever settings that has, and takes no work away") {
  ModelBench bench;
  const config::Environment planner{{"PAWL_MODEL", "openai:all"},
                                    {"PAWL_PLANNER_BASE_URL", "http://localhost:7/v1"},
                                    {"PAWL_PLANNER_TEMPERATURE", "0.1"}};
  const Models plain = bench.models(planner, {Role::fixer, Role::critic});
  for (const Role role : {Role::fixer, Role::critic}) {
    const RoleModel& one = plain.others.at(role);
    CHECK(one.own == nullptr);
    CHECK(one.model == plain.planner.get());
  }
  config::Environment with_fixer = planner;
  with_fixer.emplace_back("PAWL_FIXER_TEMPERATURE", "0.5");
  const Models own = bench.models(with_fixer, {Role::fixer, Role::critic});
  CHECK(own.others.at(Role::fixer).own != nullptr);
  CHECK(own.others.at(Role::critic).own == nullptr);
}

TEST_CASE("a run says what it may cost, and where that does not hold") {
  config::Config config;
  config.run_budget.cost = 5;
  config.run_cost_by_default = true;
  Models models;
  CHECK(budget_words(config, models).empty());
  models.uses_tokens = true;
  CHECK(budget_words(config, models) ==
        "budget of this run: 5.000 USD (the default; --max-cost sets another)");
  models.unpriced = {"openai:big@https://models.example/v1"};
  CHECK(budget_words(config, models) ==
        "budget of this run: 5.000 USD (the default; --max-cost sets another); nobody knows what "
        "openai:big@https://models.example/v1 costs, so it is not held there: add the price to a "
        "prices.file, or give --max-tokens");
  models.unpriced.clear();
  config.run_cost_by_default = false;
  config.run_budget.cost = 2.5;
  CHECK(budget_words(config, models) == "budget of this run: 2.500 USD");
  config.run_budget.cost = 0;
  CHECK(budget_words(config, models) == "budget of this run: no limit in dollars");
}

}  // namespace pawl::stages::models_test
