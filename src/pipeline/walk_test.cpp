#include "pipeline/walk.hpp"

#include <doctest/doctest.h>

#include <array>

#include "base/text/text.hpp"
#include "pipeline/walk_events.hpp"
#include "run/events.hpp"

namespace pawl::pipeline::walk_test {
namespace {

constexpr std::array kKinds = {
    StageKind{"work", R"({"type":"object","additionalProperties":false})"},
    StageKind{"probe", R"({"type":"object","additionalProperties":false})", Rerun::each_process},
    StageKind{"once", R"({"type":"object","additionalProperties":false})", Rerun::never}};

Definition definition_of(const std::string& stages) {
  auto definition = parse("name: test\nstages:\n" + stages, kKinds);
  REQUIRE_MESSAGE(definition.ok(), (definition ? "" : definition.error().to_line()));
  return *std::move(definition);
}

// A walk that gets events, and answers what is to be done.
struct Script {
  Definition definition;
  WalkState state;
  Timestamp now{Milliseconds(1'000'000)};

  explicit Script(const std::string& stages) : definition(definition_of(stages)) {}

  std::string to_run() const {
    std::vector<std::string> paths;
    for (const StageToRun& one : next(definition, state, now).run) {
      paths.push_back(one.attempt == 1 ? one.path : one.path + " #" + std::to_string(one.attempt));
    }
    return join(paths, " ");
  }
  void begin(const std::string& path, int attempt = 1) { stage_began(state, path, attempt); }
  void end(const std::string& path, const Outcome& outcome = {}) {
    stage_ended(state, path, outcome, now);
  }
  void run(const std::string& path, const Outcome& outcome = {}) {
    begin(path);
    end(path, outcome);
  }
  void resume(const std::string& from = {}) { REQUIRE(resumed(definition, state, from)); }
  Outcome come_to(const std::string& path) const {
    for (const Node& node : definition.root.children) {
      if (node.name == path) return joined(node, path, state);
    }
    return {};
  }
  std::optional<Outcome> ended() const { return next(definition, state, now).end; }
};

const Outcome kBail = Outcome::bail("conflict", 1, "no");
const Outcome kPart = Outcome::part("budget", 7, "half");

}  // namespace

TEST_CASE("stages of a sequence run in order, and the walk ends after the last") {
  Script script("  - {type: work, name: a}\n  - {type: work, name: b}\n");
  CHECK(script.to_run() == "a");
  script.begin("a");
  CHECK(script.to_run().empty());
  CHECK_FALSE(script.ended());
  script.end("a");
  CHECK(script.to_run() == "b");
  script.run("b", Outcome::skip("nothing"));
  CHECK(script.ended() == Outcome{});
}

TEST_CASE("a bail or a finish ends the walk, a part goes on and says how it ends") {
  Script bailed("  - {type: work, name: a}\n  - {type: work, name: b}\n");
  bailed.run("a", kBail);
  CHECK(bailed.ended() == kBail);

  Script part("  - {type: work, name: a}\n  - {type: work, name: b}\n");
  part.run("a", kPart);
  CHECK(part.to_run() == "b");
  part.run("b");
  CHECK(part.ended() == kPart);
  part.end("b", Outcome::finish(run::RunStatus::nothing_to_do, 3, "all good"));
  REQUIRE(part.ended());
  CHECK(part.ended()->exit == 7);
  CHECK(part.ended()->reason == "half; all good");
}

TEST_CASE("the end of a walk says what its stages said, in their order") {
  Script script(
      "  - {type: work, name: a}\n  - {type: work, name: b}\n  - {type: work, name: c}\n");
  script.run("a");
  script.run("b", Outcome{.reason = "opened #1"});
  script.run("c", Outcome{.reason = "its checks are green"});
  CHECK(script.ended() == Outcome{.reason = "opened #1; its checks are green"});
  script.end("a", kPart);
  script.end("b", Outcome::skip("nothing to open"));
  REQUIRE(script.ended());
  CHECK(script.ended()->exit == kPart.exit);
  CHECK(script.ended()->reason == "half; its checks are green");
}

TEST_CASE("a resume comes back to what ran, failed or was done in part, and to all after it") {
  Script script(
      "  - {type: probe, name: p}\n  - {type: work, name: a}\n  - {type: work, name: b}\n"
      "  - {type: work, name: c}\n");
  script.run("p");
  script.run("a", kPart);
  script.run("b");
  script.begin("c");
  script.resume();
  CHECK(script.to_run() == "p");
  script.run("p");
  CHECK(script.to_run() == "a");
  script.run("a");
  CHECK(script.to_run() == "b");
  script.run("b");
  script.begin("c");
  script.resume();
  script.run("p");
  CHECK(script.to_run() == "c");
}

TEST_CASE("what each process looks at anew makes no work void, when it fails or is cut off") {
  Script script(
      "  - {type: probe, name: p}\n  - {type: work, name: a}\n  - {type: work, name: b}\n");
  script.run("p");
  script.run("a");
  script.run("b", kBail);
  for (int i = 0; i < 2; ++i) {
    script.resume();
    CHECK(script.to_run() == "p");
    // The process ends in it, with an error or without a word.
    script.begin("p");
  }
  script.resume();
  script.run("p", kBail);
  script.resume();
  script.run("p");
  CHECK(script.to_run() == "b");
  script.run("b");
  CHECK(script.ended() == Outcome{});
}

TEST_CASE("a stage that may not run twice is not begun again unless a person names it") {
  Script script("  - {type: once, name: a}\n  - {type: once, name: b}\n");
  script.run("a", kPart);
  script.begin("b");
  script.resume();
  CHECK(script.to_run().empty());
  REQUIRE(script.ended());
  CHECK(script.ended()->bail_class == "infra");
  CHECK(contains(script.ended()->reason, "b was under way"));
  script.resume("b");
  CHECK(script.to_run() == "b");
  script.run("b");
  CHECK(script.ended() == kPart);
  const Status unknown = resumed(script.definition, script.state, "c");
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().code == Errc::not_found);
  CHECK(contains(unknown.error().message, "a, b"));
}

TEST_CASE("an outcome may name the stage to go on at") {
  Script script(
      "  - {type: work, name: a}\n  - {type: work, name: b}\n  - {type: work, name: c}\n");
  script.run("a");
  script.run("b");
  Outcome bail = kBail;
  bail.go_on_at = "b";
  script.run("c", bail);
  CHECK(script.ended() == bail);
  script.resume();
  CHECK(script.to_run() == "b");
  script.run("b");
  CHECK(script.to_run() == "c");
}

TEST_CASE("a stage that asks for it is tried again at its time, so often as it may") {
  Script script("  - {type: work, name: a, max_attempts: 2}\n");
  script.run("a", Outcome::retry(Milliseconds(500), "busy"));
  CHECK(script.to_run().empty());
  CHECK(next(script.definition, script.state, script.now).wake == script.now + Milliseconds(500));
  script.resume();  // goes on waiting
  CHECK(script.to_run().empty());
  script.now += Milliseconds(500);
  CHECK(script.to_run() == "a #2");
  script.begin("a", 2);
  script.end("a", Outcome::retry(Milliseconds(500), "busy"));
  REQUIRE(script.ended());
  CHECK(script.ended()->bail_class == "exhausted");
  CHECK(contains(script.ended()->reason, "busy"));
}

TEST_CASE("a walk in which everything waits ends as waiting, and a resume asks again") {
  Script script(
      "  - name: both\n    parallel:\n      - {type: work, name: a}\n"
      "      - {type: work, name: b}\n");
  script.run("both-fanout");
  script.run("both/a", Outcome::wait("for a person"));
  CHECK(script.to_run() == "both/b");
  CHECK_FALSE(script.ended());
  script.run("both/b");
  REQUIRE(script.ended());
  CHECK(script.ended()->status == run::RunStatus::waiting);
  script.resume();
  CHECK(script.to_run() == "both/a");
}

TEST_CASE("a round ends with the success of the stage that ends the loop") {
  Script script(
      "  - name: mend\n    until: check\n    loop:\n"
      "      - {type: work, name: check}\n      - {type: work, name: fix}\n  - {type: work, name: "
      "after}\n");
  script.run("mend@1/check", kPart);
  CHECK(script.to_run() == "mend@1/fix");
  script.run("mend@1/fix");
  CHECK(script.to_run() == "mend@2/check");
  script.run("mend@2/check");
  CHECK(script.to_run() == "after");
}

TEST_CASE("what ends a loop may fail until it succeeds, but not in any way") {
  const std::string text =
      "  - name: mend\n    until: check\n    max_iterations: 2\n    loop:\n"
      "      - {type: work, name: check}\n      - {type: work, name: fix}\n";
  Script script(text);
  script.run("mend@1/check", Outcome::bail("other", 1, "make test: exit code 2"));
  CHECK(script.to_run() == "mend@1/fix");
  script.run("mend@1/fix");
  Script timed_out = script;
  script.run("mend@2/check", Outcome::bail("other", 1, "make test: exit code 2"));
  script.run("mend@2/fix");
  REQUIRE(script.ended());
  CHECK(script.ended()->bail_class == "exhausted");
  CHECK(contains(script.ended()->reason, "exit code 2"));
  timed_out.run("mend@2/check", Outcome::bail("timeout", 1, "too long"));
  REQUIRE(timed_out.ended());
  CHECK(timed_out.ended()->bail_class == "timeout");
}

TEST_CASE("a loop goes round until its stage succeeds, or its rounds are used up") {
  const std::string text =
      "  - name: repair\n    until: check\n    max_iterations: 2\n    loop:\n"
      "      - {type: work, name: fix}\n      - {type: work, name: check}\n";
  Script script(text);
  CHECK(script.to_run() == "repair@1/fix");
  script.run("repair@1/fix");
  script.run("repair@1/check", kPart);
  CHECK(script.to_run() == "repair@2/fix");
  script.begin("repair@2/fix");
  script.resume();  // the first round is over, however it went
  CHECK(script.to_run() == "repair@2/fix");
  script.run("repair@2/fix");
  Script failing = script;
  script.run("repair@2/check");
  CHECK(script.ended() == Outcome{});
  failing.run("repair@2/check", kPart);
  REQUIRE(failing.ended());
  CHECK(failing.ended()->bail_class == "exhausted");
  CHECK(contains(failing.ended()->reason, "2 rounds"));
}

TEST_CASE(
    "defects of HEAD: a sequence in a loop goes round with it, loops in loops count for "
    "themselves") {
  Script script(
      "  - name: outer\n    until: whole\n    max_iterations: 2\n    loop:\n"
      "      - name: steps\n        sequence:\n"
      "          - name: inner\n            until: probe\n            max_iterations: 2\n"
      "            loop:\n              - {type: work, name: probe}\n"
      "          - {type: work, name: last}\n"
      "      - {type: work, name: whole}\n");
  script.run("outer@1/steps/inner@1/probe", kPart);
  CHECK(script.to_run() == "outer@1/steps/inner@2/probe");
  script.run("outer@1/steps/inner@2/probe");
  script.run("outer@1/steps/last");
  script.run("outer@1/whole", kPart);
  // All of it again, and the inner rounds from the first one.
  CHECK(script.to_run() == "outer@2/steps/inner@1/probe");
  script.run("outer@2/steps/inner@1/probe");
  CHECK(script.to_run() == "outer@2/steps/last");
  script.run("outer@2/steps/last");
  script.run("outer@2/whole");
  CHECK(script.ended() == Outcome{});
}

TEST_CASE("a parallel node has no more under way than it may, and ends when all have") {
  Script script(
      "  - name: reviews\n    max_concurrent: 2\n    parallel:\n"
      "      - {type: work, name: a}\n      - {type: work, name: b}\n"
      "      - {type: work, name: c}\n  - {type: work, name: after}\n");
  CHECK(script.to_run() == "reviews-fanout");
  script.run("reviews-fanout");
  CHECK(script.to_run() == "reviews/a reviews/b");
  script.begin("reviews/a");
  CHECK(script.to_run() == "reviews/b");
  script.begin("reviews/b");
  CHECK(script.to_run().empty());
  script.end("reviews/b", kBail);
  CHECK(script.to_run() == "reviews/c");
  script.run("reviews/c");
  CHECK_FALSE(script.ended());
  script.end("reviews/a");
  CHECK(script.to_run() == "reviews-fanin");  // whatever they came to
  CHECK(script.come_to("reviews") == kBail);
  script.run("reviews-fanin", kBail);
  CHECK(script.ended() == kBail);
  Script again = script;
  script.resume();  // only the one that bailed
  CHECK(script.to_run() == "reviews/b");
  script.run("reviews/b");
  CHECK(script.to_run() == "reviews-fanin");
  CHECK(script.come_to("reviews") == Outcome{});
  script.run("reviews-fanin");
  CHECK(script.to_run() == "after");
  again.resume("reviews-fanin");
  CHECK(again.to_run() == "reviews/b");  // it bailed: there is nothing to bring together yet
  script.resume("reviews-fanin");
  CHECK(script.to_run() == "reviews-fanin");
  script.resume("reviews");  // all of them, from their beginning
  CHECK(script.to_run() == "reviews-fanout");
  script.run("reviews-fanout");
  CHECK(script.to_run() == "reviews/a reviews/b");
}

TEST_CASE("a kill between the steps of a parallel node goes on at the next") {
  Script script(
      "  - name: g\n    parallel:\n      - {name: a, sequence: [{type: once, name: x}]}\n"
      "      - {type: work, name: b}\n");
  script.begin("g-fanout");
  script.resume();
  CHECK(script.to_run() == "g-fanout");
  script.run("g-fanout");
  script.begin("g/a");
  script.run("g/b");
  script.resume();
  CHECK(script.to_run() == "g/a");  // what became of its stages stands in its own journal
  script.run("g/a");
  script.begin("g-fanin");
  script.resume();
  CHECK(script.to_run() == "g-fanin");
  script.run("g-fanin");
  CHECK(script.ended() == Outcome{});
}

TEST_CASE("a bail in a parallel node is told where all must bail, or cancels the others") {
  const std::string children =
      "    parallel:\n      - {type: work, name: a}\n"
      "      - {type: work, name: b}\n      - {type: work, name: c}\n";
  Script all("  - name: x\n    bail_policy: all\n" + children);
  all.run("x-fanout");
  all.run("x/a", kBail);
  all.run("x/b");
  all.run("x/c");
  CHECK(all.come_to("x").kind == OutcomeKind::done);
  CHECK(all.come_to("x").reason == "x: 1 branch bailed of 3: " + kBail.reason);
  all.end("x/b", kBail);
  all.end("x/c", kBail);
  CHECK(all.come_to("x") == kBail);

  Script cancel("  - name: x\n    cancel_on_bail: true\n    max_concurrent: 2\n" + children);
  cancel.run("x-fanout");
  cancel.begin("x/a");
  cancel.begin("x/b");
  cancel.end("x/a", kBail);
  const Next answer = next(cancel.definition, cancel.state, cancel.now);
  CHECK(answer.run.empty());
  CHECK(answer.cancel == std::vector<std::string>{"x/b"});
  CHECK_FALSE(answer.end);
  cancel.end("x/b", Outcome::cancelled("a bailed"));
  CHECK(cancel.to_run() == "x-fanin");
  CHECK(cancel.come_to("x") == kBail);
  cancel.run("x-fanin", kBail);
  CHECK(cancel.ended() == kBail);
  cancel.resume();
  CHECK(cancel.to_run() == "x/a x/b");
}

TEST_CASE("a journal tells the walk") {
  const Definition definition =
      definition_of("  - {type: work, name: a}\n  - {type: work, name: b}\n");
  std::vector<JournalEvent> journal;
  WalkState state;
  const auto record = [&](const Event& event) {
    const std::uint64_t seq = journal.size() + 1;
    journal.push_back({.seq = seq,
                       .at = Timestamp(Milliseconds(1000 * seq)),
                       .name = std::string(event.kind.get().name),
                       .data = event.data});
    return journal.back().at;
  };
  record(begin_event("a", 1));
  stage_began(state, "a", 1);
  Outcome bail = Outcome::bail("budget", 7, "no money");
  bail.go_on_at = "a";
  stage_ended(state, "a", bail, record(end_event("a", bail, Milliseconds(3))));
  CHECK(fold(definition, journal) == state);
  record({run::kRunResumed, Json::object({{"pid", 1}})});
  REQUIRE(resumed(definition, state));
  record(begin_event("a", 2));
  stage_began(state, "a", 2);
  const Outcome retry = Outcome::retry(Milliseconds(70), "later");
  const Timestamp at = record(end_event("a", retry, Milliseconds(3)));
  stage_ended(state, "a", retry, at);
  CHECK(fold(definition, journal) == state);
  CHECK(next(definition, fold(definition, journal), at).wake == at + Milliseconds(70));
}

TEST_CASE("the gravest bail of a group speaks for it, and the others are named") {
  Script script(
      "  - name: x\n    parallel:\n      - {type: work, name: a}\n      - {type: work, name: b}\n"
      "      - {type: work, name: c}\n");
  script.run("x-fanout");
  script.run("x/a", Outcome::bail("timeout", 75, "a: too late"));
  script.run("x/b", Outcome::bail("reviewer_requested_changes", 6, "b: no"));
  CHECK(script.come_to("x").bail_class == "reviewer_requested_changes");
  script.run("x/c", Outcome::bail("secrets", 4, "c: a key"));
  const Outcome joined = script.come_to("x");
  CHECK(joined.bail_class == "secrets");
  CHECK(joined.exit == 4);
  CHECK(joined.reason == "c: a key; a: too late; b: no");
}

}  // namespace pawl::pipeline::walk_test
