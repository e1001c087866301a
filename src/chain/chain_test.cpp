#include "chain/chain.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "chain/events.hpp"
#include "run/events.hpp"

namespace pawl::chain::chain_test {
namespace {

// A chain that gets events and looks, and answers what is to be done.
struct Script {
  Definition definition;
  State state;
  std::uint64_t seq = 0;

  Next now() const { return next(definition, state); }
  std::string what() const {
    const Next answer = now();
    std::string text(to_string(answer.what));
    if (answer.why) text += " " + std::string(to_string(*answer.why));
    if (answer.closing != Closing::open) text += " " + std::string(to_string(answer.closing));
    return text;
  }
  template <class Struct>
  void happens(const Struct& one) {
    const Event event = to_event(one);
    apply(state,
          {.seq = ++seq, .at = {}, .name = std::string(event.kind.get().name), .data = event.data});
  }
  void look(Standing standing, int attempt = 1, const std::string& decision = {}) {
    saw(state, {.standing = standing, .attempt = attempt, .decision = decision});
  }
  void plan(int step) {
    happens(Decided{.step = step, .decision = "next-plan", .plan = "p", .rolling = "r"});
  }
  // Up to a child that works.
  void launch(int step, const std::string& child) {
    plan(step);
    happens(Reserved{step, child});
    look(Standing::reserved, 0);
    REQUIRE(what() == "begin");
    look(Standing::running);
    REQUIRE(what() == "note");
    happens(ChildBegan{step, child, 1});
    REQUIRE(what() == "wait");
  }
  // Its attempt ends, and is noted.
  void ends(int step, const std::string& child, Standing standing, int attempt = 1,
            const std::string& decision = {}) {
    look(standing, attempt, decision);
    REQUIRE(what() == "note");
    happens(ChildEnded{step, child, attempt, std::string(to_string(standing)), "", "", 100, 10, 1});
  }
  void land(int step, const std::string& child, const std::string& closing = "landed") {
    happens(Landed{step, child, state.steps.back().ended_attempt, closing, "main", "c1", "squash"});
  }
  // The chain stands still, and a person goes on with it.
  void resume() {
    const Next answer = now();
    REQUIRE(answer.what == Do::halt);
    happens(Halted{answer.step, answer.child, answer.attempt, std::string(to_string(*answer.why)),
                   answer.reason});
    REQUIRE(what() == "end");
    happens(run::RunResumed{});
  }
};

TEST_CASE("a chain asks, makes a child, waits for it, lands it, and asks again to the end") {
  Script chain;
  CHECK(chain.what() == "ask");
  chain.plan(1);
  CHECK(chain.what() == "reserve");
  chain.happens(Reserved{1, "one"});
  CHECK(chain.what() == "look");
  chain.look(Standing::reserved, 0);
  CHECK(chain.what() == "begin");
  forget(chain.state);
  CHECK(chain.what() == "look");
  chain.look(Standing::running);
  chain.happens(ChildBegan{1, "one", 1});
  CHECK(chain.what() == "wait");
  chain.ends(1, "one", Standing::done);
  CHECK(chain.what() == "land landed");
  chain.land(1, "one");
  CHECK(chain.what() == "ask");
  CHECK(chain.now().step == 2);
  chain.happens(Decided{.step = 2, .decision = "chain-done", .followups = {"restart it"}});
  CHECK(chain.what() == "end");
  CHECK(chain.state.done);
  CHECK(chain.state.followups == std::vector<std::string>{"restart it"});
}

TEST_CASE("the recovery table: what a look at a child leads to") {
  struct Row {
    Standing standing;
    std::string decision;
    std::string wanted;
  };
  const std::vector<Row> rows{{Standing::done, "", "land landed"},
                              {Standing::nothing, "", "close nothing"},
                              {Standing::crashed, "", "go_on"},
                              {Standing::bailed, "", "prove landed-externally"},
                              {Standing::failed, "", "prove landed-externally"},
                              {Standing::partial, "", "prove landed-externally"},
                              {Standing::stopped, "", "prove landed-externally"},
                              {Standing::waiting, "", "prove landed-externally"},
                              {Standing::unknown, "", "halt child"},
                              {Standing::bailed, "ack", "prove landed-externally"},
                              {Standing::bailed, "skip", "close abandoned"},
                              {Standing::done, "ack", "prove landed-externally"},
                              {Standing::done, "skip", "close abandoned"}};
  for (const Row& row : rows) {
    CAPTURE(to_string(row.standing));
    CAPTURE(row.decision);
    Script chain;
    chain.launch(1, "one");
    chain.ends(1, "one", row.standing, 1, row.decision);
    CHECK(chain.what() == row.wanted);
    if (!row.wanted.starts_with("prove")) continue;
    found_nothing(chain.state);
    CHECK(chain.what() == (row.decision == "ack" ? "close acked" : "halt child"));
  }
}

TEST_CASE("a child that ended without success halts the chain until a person said something") {
  Script chain;
  chain.launch(1, "one");
  chain.ends(1, "one", Standing::bailed);
  found_nothing(chain.state);
  chain.happens(Halted{1, "one", 1, "child", "why"});
  CHECK(chain.what() == "end");
  CHECK(join(ways_on(chain.state), ", ") ==
        "pawl resume one --attempt 1, pawl ack one --attempt 1, pawl skip one --attempt 1");
  // Nobody said anything: the same again, and no other child.
  chain.happens(run::RunResumed{});
  CHECK(chain.what() == "look");
  chain.look(Standing::bailed);
  CHECK(chain.what() == "prove landed-externally");
  found_nothing(chain.state);
  CHECK(chain.what() == "halt child");
  chain.resume();
  SUBCASE("acked") {
    chain.look(Standing::bailed, 1, "ack");
    found_nothing(chain.state);
    CHECK(chain.what() == "close acked");
    chain.happens(Closed{1, "one", 1, "acked"});
  }
  SUBCASE("skipped") {
    chain.look(Standing::bailed, 1, "skip");
    CHECK(chain.what() == "close abandoned");
    chain.happens(Closed{1, "one", 1, "abandoned"});
  }
  SUBCASE("gone on with, and done before the chain looks") {
    chain.ends(1, "one", Standing::done, 2);
    CHECK(chain.what() == "land landed");
    chain.land(1, "one");
  }
  SUBCASE("gone on with, and at work still") {
    chain.look(Standing::running, 2);
    CHECK(chain.what() == "wait");
    chain.ends(1, "one", Standing::done, 2);
    chain.land(1, "one");
  }
  SUBCASE("merged by hand") {
    chain.look(Standing::bailed);
    CHECK(chain.what() == "prove landed-externally");
    chain.land(1, "one", "landed-externally");
  }
  SUBCASE("removed") {
    chain.look(Standing::absent, 0);
    CHECK(chain.what() == "close abandoned");
    chain.happens(Closed{1, "one", 1, "abandoned"});
  }
  CHECK(chain.what() == "ask");
  CHECK(chain.now().step == 2);
}

TEST_CASE("what does not land is tried again when that may help, and else by a person") {
  Script chain;
  chain.definition.tries_max = 3;
  chain.launch(1, "one");
  chain.ends(1, "one", Standing::done);
  CHECK(chain.now().pause == Milliseconds(0));
  chain.happens(NotLanded{1, "one", 1, "pending", "checks are under way"});
  CHECK(chain.now().pause == chain.definition.pause);
  SUBCASE("a conflict") { chain.happens(NotLanded{1, "one", 1, "conflict", "no"}); }
  SUBCASE("pending for too long") {
    chain.happens(NotLanded{1, "one", 1, "pending", "still"});
    chain.happens(NotLanded{1, "one", 1, "pending", "no"});
  }
  CHECK(chain.what() == "halt landing");
  CHECK(contains(chain.now().reason, "no"));
  chain.resume();
  chain.look(Standing::done);
  CHECK(chain.what() == "land landed");
}

TEST_CASE("a reserved run is begun, taken back when it is gone, and never made twice") {
  Script chain;
  chain.plan(1);
  chain.happens(Reserved{1, "one"});
  chain.happens(Reserved{1, "two"});
  CHECK(chain.state.steps.back().child == "one");
  chain.look(Standing::absent, 0);
  CHECK(chain.what() == "take_back");
  chain.happens(TakenBack{1, "one"});
  CHECK(chain.what() == "reserve");
  chain.happens(Reserved{1, "two"});
  chain.look(Standing::running);
  chain.happens(ChildBegan{1, "two", 1});
  // It began: its absence is no reason to make another one.
  chain.happens(TakenBack{1, "two"});
  CHECK(chain.state.steps.back().child == "two");
}

TEST_CASE("a crashed child is gone on with, twice; one that the chain stopped, always") {
  Script chain;
  chain.launch(1, "one");
  for (int attempt = 1; attempt <= 2; ++attempt) {
    chain.ends(1, "one", Standing::crashed, attempt);
    CHECK(chain.what() == "go_on");
    chain.happens(Resumed{1, "one", attempt, "crashed"});
    CHECK(chain.what() == "go_on");  // it died before there was a process
    chain.happens(Resumed{1, "one", attempt, "crashed"});
    CHECK(chain.state.steps.back().crashes == attempt);
  }
  chain.happens(Stopped{1, "one", 3});
  chain.happens(run::RunResumed{});
  SUBCASE("stopped in time") { chain.ends(1, "one", Standing::stopped, 3); }
  SUBCASE("killed") { chain.ends(1, "one", Standing::crashed, 3); }
  CHECK(chain.what() == "go_on");
  CHECK(chain.now().standing == Standing::stopped);
  chain.happens(Resumed{1, "one", 3, "stopped"});
  CHECK(chain.state.steps.back().crashes == 2);
  chain.ends(1, "one", Standing::crashed, 4);
  found_nothing(chain.state);
  CHECK(chain.what() == "halt child");
}

TEST_CASE("the boss and its children have one budget") {
  Script chain;
  chain.definition.most = {.cost_micros = 250, .tokens = 0, .ms = 0};
  chain.state.own = {.cost_micros = 100, .tokens = 5, .ms = 50};
  chain.launch(1, "one");
  CHECK(left(chain.definition, chain.state).cost_micros == 150);
  CHECK(left(chain.definition, chain.state).tokens == 0);
  chain.ends(1, "one", Standing::done);
  CHECK(spent(chain.state).cost_micros == 100);  // what it was seen to use counts
  forget(chain.state);
  CHECK(spent(chain.state).cost_micros == 200);
  chain.state.own.cost_micros = 150;
  chain.land(1, "one");
  CHECK(chain.what() == "halt budget");
  CHECK(left(chain.definition, chain.state).cost_micros == 1);
  CHECK(ways_on(chain.state).empty());
}

TEST_CASE(
    "a child that has used up its budget is gone on with when a person goes on with the chain") {
  Script chain;
  chain.definition.most = {.cost_micros = 500, .tokens = 0, .ms = 0};
  chain.state.own = {.cost_micros = 100, .tokens = 5, .ms = 50};
  chain.launch(1, "one");
  const auto bails = [&](int attempt, std::int64_t cost) {
    saw(chain.state, {.standing = Standing::bailed,
                      .attempt = attempt,
                      .bail_class = "budget",
                      .reason = "the limit is reached",
                      .spent = {.cost_micros = cost}});
  };
  bails(1, 390);
  CHECK(chain.what() == "note");
  chain.happens(ChildEnded{1, "one", 1, "bailed", "budget", "", 390, 10, 1});
  CHECK(chain.what() == "prove landed-externally");
  found_nothing(chain.state);
  CHECK(chain.what() == "halt budget");
  CHECK(contains(chain.now().reason, "the limit is reached"));
  chain.resume();
  bails(1, 390);
  CHECK(chain.what() == "prove landed-externally");
  found_nothing(chain.state);
  SUBCASE("with more") {
    chain.definition.most.cost_micros = 1'000;
    CHECK(chain.what() == "go_on");
    CHECK(allowance(chain.definition, chain.state).cost_micros == 900);
    CHECK(allowance(chain.definition, chain.state).tokens == 0);
    chain.happens(Resumed{1, "one", 1, "bailed"});
    CHECK(chain.state.steps.back().crashes == 0);
    chain.happens(run::RunResumed{});
    bails(1, 390);
    found_nothing(chain.state);
    CHECK(chain.what() == "go_on");  // it died before there was a process
    bails(2, 890);
    chain.happens(ChildEnded{1, "one", 2, "bailed", "budget", "", 890, 10, 1});
    found_nothing(chain.state);
    CHECK(chain.what() == "halt budget");
  }
  SUBCASE("with less than it used") {
    chain.definition.most.cost_micros = 400;
    CHECK(chain.what() == "halt budget");
    CHECK(contains(chain.now().reason, "used up (cost)"));
  }
  SUBCASE("given up") {
    saw(chain.state,
        {.standing = Standing::bailed, .attempt = 1, .decision = "skip", .bail_class = "budget"});
    CHECK(chain.what() == "close abandoned");
  }
}

TEST_CASE("a chain without an end stops after so many steps; who goes on grants as many again") {
  Script chain;
  chain.definition.steps_max = 1;
  chain.launch(1, "one");
  chain.ends(1, "one", Standing::done);
  chain.land(1, "one");
  CHECK(chain.what() == "halt steps");
  chain.resume();
  CHECK(chain.what() == "ask");
}

TEST_CASE("events that do not fit change nothing") {
  Script chain;
  chain.launch(1, "one");
  const State before = chain.state;
  chain.happens(Landed{1, "other", 1, "landed", "main", "c", "squash"});
  chain.happens(Landed{2, "one", 1, "landed", "main", "c", "squash"});
  chain.happens(Landed{1, "one", 1, "acked", "main", "c", "squash"});       // not by this event
  chain.happens(Landed{1, "one", 1, "landed", "main", "", "squash"});       // without a commit
  chain.happens(Closed{1, "one", 1, "landed"});                             // without a proof
  chain.happens(Decided{.step = 2, .decision = "next-plan", .plan = "p"});  // it has an open step
  chain.happens(run::RunHeartbeat{1});
  CHECK(chain.state == before);
}

TEST_CASE("names stay as they are") {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(Standing::unknown); ++i) {
    names.emplace_back(to_string(static_cast<Standing>(i)));
    CHECK(standing_named(names.back()) == static_cast<Standing>(i));
  }
  CHECK(
      join(names, " ") ==
      "absent reserved running done nothing partial bailed failed stopped waiting crashed unknown");
  names.clear();
  for (int i = 0; i <= static_cast<int>(Closing::nothing); ++i) {
    names.emplace_back(to_string(static_cast<Closing>(i)));
  }
  CHECK(join(names, " ") == "open landed landed-externally acked abandoned nothing");
  names.clear();
  for (int i = 0; i <= static_cast<int>(Halt::steps); ++i) {
    names.emplace_back(to_string(static_cast<Halt>(i)));
  }
  CHECK(join(names, " ") == "child landing handoff budget steps");
}

}  // namespace
}  // namespace pawl::chain::chain_test
