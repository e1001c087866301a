#include "stages/run_memory.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::run_memory_test {
namespace {

constexpr Timestamp kNow{Milliseconds(1'767'225'600'123)};

run::Observation observation(const char* run, run::ObservationOutcome outcome) {
  return {.run = run,
          .subtask = "T001-S01",
          .at = kNow,
          .outcome = outcome,
          .failure_modes = {"ast_diff"},
          .rules = {"top-definitions/removed"},
          .paths = {"a.py"}};
}

}  // namespace

TEST_CASE("only successes and failures are evidence") {
  using enum run::ObservationOutcome;
  const auto past =
      past_subtasks({observation("a", success), observation("b", fail), observation("c", skipped),
                     observation("d", aborted), observation("e", partial)});
  REQUIRE(past.size() == 2);
  CHECK(past[0].run == "a");
  CHECK(past[0].succeeded);
  CHECK(past[1].run == "b");
  CHECK_FALSE(past[1].succeeded);
}

TEST_CASE("a failure whose cause lies elsewhere is no evidence") {
  struct Row {
    std::vector<std::string> modes;
    std::vector<std::string> rules;
    bool counts;
  };
  const Row rows[] = {
      {{"json_emit"}, {}, true},
      {{"unknown"}, {}, false},
      {{"git_refused"}, {}, false},
      {{"context_too_small"}, {}, false},
      {{}, {}, false},
      {{"unknown"}, {"new-guard/rule"}, true},
      {{"unknown", "ast_diff"}, {}, true},
  };
  for (const Row& row : rows) {
    run::Observation one = observation("a", run::ObservationOutcome::fail);
    one.failure_modes = row.modes;
    one.rules = row.rules;
    CHECK(past_subtasks({one}).size() == (row.counts ? 1 : 0));
  }
}

TEST_CASE("what was remembered comes back as it was") {
  RunMemory memory;
  memory.at = kNow;
  memory.past = past_subtasks({observation("a", run::ObservationOutcome::fail)});
  memory.offers = {{.number = 2,
                    .url = "local:box#2",
                    .title = "Mend",
                    .state = planner::OfferState::closed,
                    .since = kNow,
                    .concerns = {"docs:a.md"},
                    .traces = {}}};
  memory.fingerprint = Json::object({{"stack", Json::array_of(std::vector{"go"})}});
  const auto back = run_memory_from_json(to_json(memory));
  REQUIRE(back);
  CHECK(back->at == kNow);
  CHECK(to_json(*back) == to_json(memory));
  REQUIRE(back->past.size() == 1);
  CHECK(back->past[0].rules == std::vector<std::string>{"top-definitions/removed"});

  REQUIRE(back->offers.size() == 1);
  CHECK(back->offers[0].state == planner::OfferState::closed);
  // Runs of an earlier Pawl remembered none.
  CHECK(run_memory_from_json(Json::object({{"at", "2026-01-01T00:00:00Z"}}))->offers.empty());

  CHECK_FALSE(run_memory_from_json(Json::object()));
  CHECK_FALSE(run_memory_from_json(
      Json::object({{"at", "2026-01-01T00:00:00Z"}, {"past", Json(Json::Array{Json::object()})}})));
}

}  // namespace pawl::stages::run_memory_test
