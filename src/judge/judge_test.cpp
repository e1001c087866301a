#include "judge/judge.hpp"

#include <doctest/doctest.h>

#include <set>

#include "git/test_repo.hpp"
#include "guards/events.hpp"

namespace pawl::judge::judge_test {
namespace {

using git::change_of;
using git::created;
using git::Lab;
using git::modified;
using guards::Ruling;

class Recorder final : public EventSink {
 public:
  Status append(const Event& event) override {
    events.push_back(event);
    return fails ? Status(fail(Errc::io, "no space")) : Status(Done{});
  }
  std::vector<Event> events;
  bool fails = false;
};

struct World {
  Lab lab;
  git::Git git{lab.processes(), git::bot_options()};
  std::string repo = lab.make_repo("repo");
  config::Config config;
  Reader reader{git, repo, IndexPlace{lab.path("index"), "repo"}};
  Base base{reader, lab.sh(repo, "git rev-parse HEAD")};
  Recorder recorder;

  Setup setup() {
    return {.base = base,
            .config = config,
            .files = lab.files(),
            .schemas = {},
            .policy = {},
            .order = {},
            .stopwatch = [] { return guards::Nanoseconds(0); }};
  }
  std::unique_ptr<Judge> judge(Setup setup) {
    auto judge = Judge::open(std::move(setup));
    REQUIRE_MESSAGE(judge.ok(), judge.error().to_line());
    return *std::move(judge);
  }
  // Fenced to these paths.
  std::unique_ptr<Judge> judge_of(const std::vector<std::string>& hints) {
    Setup setup = this->setup();
    for (const std::string& hint : hints) setup.order.hints.push_back(git::repo_path(hint));
    return judge(std::move(setup));
  }
};

}  // namespace

TEST_CASE("what nothing refuses is admitted, and only as it was judged") {
  World world;
  const git::Change change = change_of({created("notes.md", "# Notes\n")});
  const auto judge = world.judge_of({"notes.md"});
  const auto judged = judge->judge(change, {"T001-S01", 2}, world.recorder);
  REQUIRE(judged.ok());
  REQUIRE(judged->admitted.has_value());
  CHECK(judged->findings.empty());
  CHECK(judged->admitted->change_fingerprint() == change.fingerprint());
  CHECK(judged->admitted->change_fingerprint() !=
        change_of({created("notes.md", "# Other\n")}).fingerprint());
  // One event for each guard that looked, with the attempt's name.
  std::set<std::string> guards;
  for (const Event& event : world.recorder.events) {
    CHECK(event.data["subtask"].text() == "T001-S01");
    CHECK(event.data["attempt"].int_or(0) == 2);
    guards.insert(event.data["guard"].string_or(""));
  }
  CHECK(guards == std::set<std::string>(judged->admitted->guards().begin(),
                                        judged->admitted->guards().end()));
  CHECK(guards.size() == judged->evaluation.results.size());
}

TEST_CASE("what is refused is not admitted, and each finding is an event") {
  World world;
  const auto judge = world.judge_of({"notes.md"});
  const auto judged =
      judge->judge(change_of({created("other.md", "# Other\n")}), {"T001-S01", 1}, world.recorder);
  REQUIRE(judged.ok());
  CHECK_FALSE(judged->admitted.has_value());
  CHECK(judged->refused_at == guards::Tier::gate);
  REQUIRE_FALSE(judged->findings.empty());
  std::size_t refusals = 0;
  std::size_t by_name = 0;
  for (const Event& event : world.recorder.events) {
    if (event.kind.get().name == "critic_write_gate.fail") ++by_name;
    if (event.kind != guards::kGuardRefused) continue;
    ++refusals;
    CHECK(event.data["path"].text() == "other.md");
  }
  CHECK(refusals == judged->findings.size());
  CHECK(by_name == 1);
}

TEST_CASE("a change that is weighed has its score told, whether or not it is high enough") {
  World world;
  Setup setup = world.setup();
  setup.order.fenced = false;
  setup.policy.enable = {"psi-lite"};
  const auto judge = world.judge(std::move(setup));
  const auto judged =
      judge->judge(change_of({created("notes.md", "# Notes\n")}), {"T001-S01", 2}, world.recorder);
  REQUIRE(judged.ok());
  std::vector<const Event*> scores;
  for (const Event& event : world.recorder.events) {
    if (event.kind == guards::kPsiLiteScored) scores.push_back(&event);
  }
  REQUIRE(scores.size() == 1);
  CHECK(scores[0]->data["subtask_id"].text() == "T001-S01");
  CHECK(scores[0]->data["attempt"].int_or(0) == 2);
  const auto& results = judged->evaluation.results;
  const auto weighed =
      std::find_if(results.begin(), results.end(),
                   [](const guards::Evaluated& each) { return each.guard->id == "psi-lite"; });
  REQUIRE(weighed != results.end());
  REQUIRE(weighed->verdict.score.has_value());
  CHECK(scores[0]->data["psi"].number_or(-1) == weighed->verdict.score->value);
  CHECK(scores[0]->data["weakest_file"].text() == weighed->verdict.score->weakest_file);
}

TEST_CASE("a verdict that cannot be written down does not count") {
  World world;
  world.recorder.fails = true;
  const auto judge = world.judge_of({"notes.md"});
  const auto judged =
      judge->judge(change_of({created("notes.md", "# Notes\n")}), {"T001-S01", 1}, world.recorder);
  REQUIRE_FALSE(judged.ok());
  CHECK(judged.error().code == Errc::io);
}

TEST_CASE("a run and `pawl guard` rule alike, but for the fence and scope") {
  World world;
  const git::Change change = change_of({created("bad.json", "{,}\n")});
  Setup open_fence = world.setup();
  open_fence.order.fenced = false;
  const auto of_guard = world.judge(std::move(open_fence))->evaluate(change);
  const auto of_run = world.judge_of({"bad.json"})->judge(change, {"T001-S01", 1}, world.recorder);
  REQUIRE(of_guard.ok());
  REQUIRE(of_run.ok());
  REQUIRE(of_guard->results.size() == of_run->evaluation.results.size());
  for (std::size_t i = 0; i < of_guard->results.size(); ++i) {
    CHECK(of_guard->results[i].verdict.ruling == of_run->evaluation.results[i].verdict.ruling);
  }
  CHECK(of_guard->refused_at == guards::Tier::syntax);
}

TEST_CASE("paths alone are refused before anything behind them is read") {
  World world;
  const auto judge = world.judge_of({"notes.md"});
  CHECK(judge->refuse_paths(change_of({created("notes.md", "")})).empty());
  const auto findings = judge->refuse_paths(change_of({created(".github/workflows/x.yml", "")}));
  REQUIRE_FALSE(findings.empty());
  CHECK(findings.front().rule.starts_with("write-gate/"));
}

TEST_CASE("what is no part of the change is judged all the same") {
  World world;
  Setup setup = world.setup();
  setup.order.fenced = false;
  const auto judge = world.judge(std::move(setup));
  const git::Change change = change_of({created("notes.md", "# Notes\n")});
  const auto unsafe =
      judge->evaluate(change, {.unsafe = {{.path = "../b", .why = "it climbs"}}, .unread = {}});
  REQUIRE(unsafe.ok());
  CHECK(unsafe->refused_at == guards::Tier::gate);
  const auto large = judge->evaluate(
      change, {.unsafe = {}, .unread = {{.path = "x.bin", .after = false, .size = 1U << 30U}}});
  REQUIRE(large.ok());
  CHECK_FALSE(large->refused());
  CHECK(large->results.front().verdict.ruling == Ruling::unknown);
}

TEST_CASE(
    "whose suppressions count is said by the caller, and a broken file of theirs is an error") {
  World world;
  const git::Change change = change_of({created("bad.json", "{,}\n")});
  world.lab.write(world.repo + "/.pawl/guards.yaml",
                  "suppress:\n  - rule: syntax\n    path: bad.json\n    reason: a sample\n");
  world.lab.sh(world.repo, "git add -A; git commit -qm own");
  const Base later(world.reader, world.lab.sh(world.repo, "git rev-parse HEAD"));
  const auto evaluate = [&](const repo::RepoView* owner) {
    Setup setup = world.setup();
    setup.order.fenced = false;
    const Setup on_later{.base = later,
                         .config = setup.config,
                         .files = setup.files,
                         .schemas = {},
                         .policy = {},
                         .owner = owner,
                         .order = setup.order,
                         .stopwatch = setup.stopwatch};
    const auto evaluation = world.judge(on_later)->evaluate(change);
    REQUIRE(evaluation.ok());
    return evaluation->refused();
  };
  CHECK_FALSE(evaluate(nullptr));
  CHECK(evaluate(&world.base.tree()));
  world.lab.write(world.repo + "/.pawl/guards.yaml", "suppress: yes\n");
  world.lab.sh(world.repo, "git commit -qam broken");
  const Base broken(world.reader, world.lab.sh(world.repo, "git rev-parse HEAD"));
  Setup setup = world.setup();
  const auto judge = Judge::open({.base = broken,
                                  .config = setup.config,
                                  .files = setup.files,
                                  .schemas = {},
                                  .policy = {},
                                  .order = {},
                                  .stopwatch = setup.stopwatch});
  REQUIRE_FALSE(judge.ok());
  CHECK(judge.error().code == Errc::invalid);
}

}  // namespace pawl::judge::judge_test
