#include "proof/bundle.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "guards/events.hpp"
#include "proof/verify.hpp"
#include "run/work_events.hpp"

namespace pawl::proof::bundle_test {

const std::string kId(40, 'a');
const std::string kDigest(64, '1');

JournalEvent recorded(std::uint64_t seq, const Event& event) {
  return {.seq = seq,
          .at = {},
          .name = std::string(event.kind.get().name),
          .data = event.data,
          .version = event.kind.get().version};
}

struct Fixture {
  run::RunState state;
  store::ReadChain chain;
  repo::CheckResults before;
  repo::CheckResults after;
  std::vector<JournalEvent> events;

  Fixture() {
    state.run = "box-0a1b2c";
    state.cost = {.calls = 2, .tokens_in = 10, .tokens_out = 5, .model_ms = 0, .micros = 7};
    state.costs[{"worker", "openai:m@http://private"}] = state.cost;
    repo::CheckRun run;
    run.stack = "Python";
    run.command = "pytest -q";
    run.outcome = repo::CheckOutcome::passed;
    run.exit_code = 0;
    after.tests.push_back(run);
    const auto verdict = [](int attempt, const char* ruling) {
      return to_event(guards::GuardVerdict{.subtask = "T001-S01",
                                           .attempt = attempt,
                                           .guard = "syntax",
                                           .ruling = ruling,
                                           .findings = 0,
                                           .reason = "",
                                           .took = Milliseconds(3),
                                           .rules = {}});
    };
    const auto order = [](int attempt) {
      return to_event(guards::GuardOrder{
          .subtask = "T001-S01",
          .attempt = attempt,
          .order = Json::object(
              {{"sanctioned_deletions", Json::array_of(std::vector<std::string>{"old.py"})}}),
          .policy = Json::object({{"skip", Json::array_of(std::vector<std::string>{"build"})}}),
          .settings = Json::object()});
    };
    events = {recorded(1, order(1)), recorded(2, verdict(1, "refuse")), recorded(3, order(2)),
              recorded(4, verdict(2, "pass")),
              recorded(5, to_event(run::SubtaskCommitted{.subtask = "T001-S01",
                                                         .commit = kId,
                                                         .message = "m",
                                                         .paths = {},
                                                         .attempt = 2,
                                                         .model = "m",
                                                         .tests_fixed = {},
                                                         .tests_added = {}}))};
    chain.links = {{.seq = 5, .hash = kDigest}};
    chain.last_seq = 5;
  }
  Json bundle() const {
    git::CommitInfo commit;
    commit.id = kId;
    commit.tree = std::string(40, 'b');
    return make_bundle(
        {.version = "0.1.0",
         .state = state,
         .events = events,
         .chain = chain,
         .base = {"main", std::string(40, 'c'), std::string(40, 'd')},
         .head = {"pawl/x", kId, std::string(40, 'b')},
         .commits = {commit},
         .before = before,
         .after = after,
         .suppressions = {{"secrets/token", "tests/**", "keys of tests"}},
         .environment = {.sandbox = "full", .programs = {{"pytest", "7.2"}}},
         .model_name = [](const std::string& name) { return name.substr(0, name.find('@')); }});
  }
};

TEST_CASE("a bundle holds what was committed, by its last attempt, and fits its schema") {
  const Fixture fixture;
  const std::string text = text_of(fixture.bundle());
  CHECK(text == text_of(fixture.bundle()));
  const auto parsed = parse_bundle(text);
  REQUIRE(parsed);
  const Json& commit = (*parsed)["commits"].items()[0];
  REQUIRE(commit["verdicts"].size() == 1);
  CHECK(commit["verdicts"].items()[0]["ruling"].text() == "pass");
  CHECK(commit["journal"]["digest"].text() == kDigest);
  CHECK((*parsed)["models"].items()[0]["model"].text() == "openai:m");
  CHECK((*parsed)["softened"]["guards_off"].items()[0].text() == "build");
  CHECK(contains((*parsed)["softened"]["sanctions"].items()[0].text(), "old.py"));
  CHECK((*parsed)["commands"].items()[0]["exit_code"].int_or(-1) == 0);
}

TEST_CASE("what is no bundle is refused") {
  const Fixture fixture;
  Json other = fixture.bundle();
  other.set("more", 1);
  CHECK_FALSE(parse_bundle(other.pretty()).ok());
  Json wrong = fixture.bundle();
  wrong.set("run", "../x");
  CHECK_FALSE(parse_bundle(wrong.pretty()).ok());
  CHECK_FALSE(parse_bundle("{}").ok());
  CHECK_FALSE(parse_bundle("no").ok());
}

TEST_CASE("the digest of a proof is found in a text, unless it names two") {
  const std::string mark = proof_mark(kDigest);
  CHECK(marked_digest("text\n" + mark + "\n<!-- pawl-run: x -->") == kDigest);
  CHECK(marked_digest(mark + mark) == kDigest);
  CHECK(marked_digest(mark + proof_mark(std::string(64, '2'))) == "");
  CHECK(marked_digest("<!-- pawl-proof: short -->") == "");
  CHECK(marked_digest("") == "");
}

TEST_CASE("commands that say something else differ, those nobody can run are unknown") {
  const Fixture fixture;
  const Json bundle = fixture.bundle();
  const auto with = [&](repo::CheckOutcome outcome) {
    repo::CheckResults now = fixture.after;
    now.tests[0].outcome = outcome;
    return compare_checks(bundle, [now](const std::string&) { return std::optional(now); }).outcome;
  };
  CHECK(with(repo::CheckOutcome::passed) == Outcome::same);
  CHECK(with(repo::CheckOutcome::failed) == Outcome::differs);
  CHECK(with(repo::CheckOutcome::unknown) == Outcome::unknown);
  const auto nothing = [](const std::string&) { return std::optional<repo::CheckResults>(); };
  CHECK(compare_checks(bundle, nothing).outcome == Outcome::unknown);
}

}  // namespace pawl::proof::bundle_test
