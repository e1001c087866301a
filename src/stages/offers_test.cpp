#include "stages/offers.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::stages::offers_test {
namespace {

forge::Pull pull(std::int64_t number, const char* run) {
  forge::Pull out;
  out.number = number;
  out.title = "Mend " + std::to_string(number);
  out.run = run;
  return out;
}

planner::PastOffer offer(planner::OfferState state) { return {.state = state, .since = {}}; }

std::vector<planner::OfferState> bound_by(const Request& request, const char* rules_off = "") {
  config::Config config;
  config.plan_rules_off = rules_off;
  std::vector<planner::OfferState> states;
  for (const planner::PastOffer& one :
       binding_offers({.request = request, .config = config},
                      {offer(planner::OfferState::open), offer(planner::OfferState::merged),
                       offer(planner::OfferState::closed)})) {
    states.push_back(one.state);
  }
  return states;
}

}  // namespace

TEST_CASE("there is room while fewer are open than the settings allow, or the run has its own") {
  config::Config config;
  const std::vector<forge::Pull> two = {pull(1, "a-000001"), pull(4, "a-000002")};
  config.open_pulls_max = 3;
  CHECK(check_room(config, two, ""));
  config.open_pulls_max = 2;
  const Status full = check_room(config, two, "a-000009");
  REQUIRE_FALSE(full);
  CHECK(full.error().code == Errc::denied);
  for (const char* part : {"2 pull requests of Pawl's are open", "no more than 2 may be",
                           "forge.open_max", "#1 Mend 1, #4 Mend 4", "pawl pr close"}) {
    CHECK(contains(full.error().message, part));
  }
  CHECK(check_room(config, two, "a-000002"));
  config.open_pulls_max = 0;
  CHECK(check_room(config, two, ""));
}

TEST_CASE("no more are opened within an hour than the settings allow") {
  config::Config config;
  const Timestamp now = *parse_iso8601("2026-01-01T12:00:00Z");
  std::vector<forge::Pull> opened = {pull(1, "a-000001"), pull(2, "a-000002"), pull(3, "")};
  opened[0].created_at = "2026-01-01T11:00:00Z";  // an hour ago
  opened[1].created_at = "2026-01-01T11:00:01.000Z";
  opened[2].created_at = "2026-01-01T11:59:00Z";  // a person's
  config.opened_hour_max = 2;
  CHECK(check_pace(config, opened, "", now));
  config.opened_hour_max = 1;
  const Status full = check_pace(config, opened, "a-000009", now);
  REQUIRE_FALSE(full);
  CHECK(full.error().code == Errc::denied);
  for (const char* part : {"1 pull request of Pawl's was opened here", "forge.open_per_hour",
                           "#2 Mend 2", "try again after 2026-01-01T12:00:01.000Z"}) {
    CHECK(contains(full.error().message, part));
  }
  CHECK(check_pace(config, opened, "a-000002", now));
  // The forge's clock may be ahead.
  opened[1].created_at = "2026-01-01T12:00:30Z";
  CHECK_FALSE(check_pace(config, opened, "", now));
  config.opened_hour_max = 0;
  CHECK(check_pace(config, opened, "", now));
}

TEST_CASE("what another run opened meanwhile is not offered a second time") {
  using Names = std::vector<std::string>;
  std::vector<forge::Pull> open = {pull(1, "a-000001")};
  open[0].body = "Text.\n" + planner::concerns_mark({"docs:a", "test:t"});
  const Status offered = check_not_offered(open, Names{"test:t"}, "a-000002");
  REQUIRE_FALSE(offered);
  CHECK(offered.error().code == Errc::denied);
  CHECK(contains(offered.error().message, "#1"));
  CHECK(check_not_offered(open, Names{"test:t", "test:u"}, "a-000002"));
  CHECK(check_not_offered(open, Names{}, "a-000002"));
  CHECK(check_not_offered(open, Names{"test:t"}, "a-000001"));
}

TEST_CASE("many pull requests are listed up to ten") {
  std::vector<forge::Pull> many;
  for (int i = 1; i <= 12; ++i) many.push_back(pull(i, "r"));
  const std::string listed = pulls_listed(many);
  CHECK(contains(listed, "#10 Mend 10, 2 more"));
  CHECK(pulls_listed({}).empty());
}

TEST_CASE("what a person asks for may come again, but is not offered twice at a time") {
  using enum planner::OfferState;
  using States = std::vector<planner::OfferState>;
  CHECK(bound_by({}) == States{open, merged, closed});
  Request issue;
  issue.issue = planner::IssueWork{.number = 5, .title = "", .body = "", .files = {}};
  CHECK(bound_by(issue) == States{open});
  Request plan;
  plan.plan_file = "plan.yaml";
  CHECK(bound_by(plan) == States{open});
  Request command;
  command.recipes = {"site-mkdocs"};
  CHECK(bound_by(command) == States{open});
  CHECK(bound_by({}, "real-bug, earlier-offers").empty());
}

TEST_CASE("recipes are known by their concern") {
  Request request;
  CHECK(concern_names(request).of_recipe("badges") == "links");
  CHECK(concern_names(request).of_recipe("no such").empty());
  CHECK(concern_names(request).issue == 0);
}

}  // namespace pawl::stages::offers_test
