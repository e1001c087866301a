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
    return settled_before(events, *made, policy);
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

}  // namespace pawl::runner::group_journal_test
