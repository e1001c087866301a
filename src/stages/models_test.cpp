#include "stages/models.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::models_test {

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
