#include "runner/group_journal.hpp"

#include <doctest/doctest.h>

namespace pawl::runner::group_journal_test {
namespace {

struct Script {
  std::vector<JournalEvent> events;

  void say(const Event& event) {
    events.push_back({.seq = events.size() + 1,
                      .at = {},
                      .name = std::string(event.kind.get().name),
                      .data = event.data});
  }
  void ready(const std::vector<std::string>& runs, const std::string& group = "g") {
    say(to_event(GroupReady{.group = group, .head = "h", .base = "b", .runs = runs}));
  }
  void merged(const std::string& branch, const std::string& outcome) {
    say(to_event(GroupMerged{.group = "g",
                             .policy = "union",
                             .branch = branch,
                             .outcome = outcome,
                             .commit = {},
                             .reason = {}}));
  }
  std::map<std::string, std::string> settled(
      pipeline::MergePolicy policy = pipeline::MergePolicy::in_union) const {
    const auto made = ready_of(events, "g");
    REQUIRE(made);
    std::map<std::string, std::string> settled;
    for (const auto& [branch, said] : settled_before(events, *made, policy)) {
      settled[branch] = said.outcome;
    }
    return settled;
  }
};

using Settled = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("what a fan-in said of branches holds for those and for no later ones of their names") {
  Script script;
  script.ready({"a-1", "b-1"});
  script.merged("a", "merged");
  script.merged("b", "conflict");
  CHECK(script.settled() == Settled{{"a", "merged"}});
  script.ready({"c-1"}, "another");
  CHECK(script.settled() == Settled{{"a", "merged"}});
  // A fan-out that was killed and done again makes the same ones ready.
  script.ready({"a-1", "b-1"});
  CHECK(script.settled() == Settled{{"a", "merged"}});
  script.ready({"a-2", "b-2"});
  CHECK(script.settled().empty());
  script.merged("b", "kept");
  CHECK(script.settled() == Settled{{"b", "kept"}});
}

TEST_CASE("what was refused beside a branch that was picked is done with") {
  Script script;
  script.ready({"a-1", "b-1"});
  script.merged("b", "refused");
  CHECK(script.settled(pipeline::MergePolicy::pick).empty());
  script.merged("a", "merged");
  CHECK(script.settled(pipeline::MergePolicy::pick) == Settled{{"a", "merged"}, {"b", "refused"}});
  CHECK(script.settled() == Settled{{"a", "merged"}});
}

TEST_CASE("what a branch used is counted once, by however many processes of its run") {
  Script script;
  const auto counted = [&]() { return counted_before(script.events, "a-1"); };
  run::Cost now{.calls = 1, .tokens_in = 100, .tokens_out = 10, .model_ms = 5, .micros = 40};
  script.say(to_event(cost_since("g/a", "a-1", counted(), now)));
  script.say(to_event(cost_since("g/b", "b-1", run::Cost{}, now)));
  CHECK(counted() == now);
  CHECK(cost_since("g/a", "a-1", counted(), now) ==
        run::RunBranchCost{.branch = "g/a", .run = "a-1"});
  now.tokens_in = 150;
  now.unpriced = 1;
  script.say(to_event(cost_since("g/a", "a-1", counted(), now)));
  CHECK(counted() == now);
  CHECK(counted_before(script.events, "a-2") == run::Cost{});
}

TEST_CASE("a branch that was ended for the budget says so, unless it came to its end before") {
  const GoneBranch ended{.path = "g/a", .over_budget = "nothing is left", .how = "killed"};
  const pipeline::Outcome gone = outcome_of_gone(ended, std::nullopt);
  CHECK(gone.bail_class == "budget");
  CHECK(gone.reason == "g/a was stopped: nothing is left");
  CHECK_FALSE(gone.was_cancelled());
  run::RunState state;
  state.status = run::RunStatus::succeeded;
  state.exit = 0;
  const GoneBranch exited{.path = "g/a", .over_budget = "nothing is left", .exited = true};
  CHECK(outcome_of_gone(exited, state).kind == pipeline::OutcomeKind::done);
}

}  // namespace pawl::runner::group_journal_test
