#include "store/observation.hpp"

#include <doctest/doctest.h>

#include "store/database.hpp"
#include "store/test_support.hpp"

namespace pawl::store::observation_test {
namespace {

const Timestamp kStart{Milliseconds(1'767'225'600'000)};

// A journal in memory; each event a second after the one before.
struct Story {
  RunState state;
  std::vector<Observation> seen;
  std::uint64_t seq = 0;

  explicit Story(const char* repository = "/src/demo", const char* run = "demo-0a1b2c") {
    tell(EventKind::run_begin, Json::object({{"run", run},
                                             {"target", "/src/demo"},
                                             {"repository", repository},
                                             {"branch", "pawl/improve-1"},
                                             {"model", "scripted:s"}}));
    tell(EventKind::worktree_ready, Json::object({{"path", "/w"}, {"commit", "b0"}}));
  }
  Story& tell(EventKind kind, Json data) {
    ++seq;
    const JournalEvent event{.seq = seq,
                             .at = kStart + Seconds(seq),
                             .name = std::string(event_row(kind).name),
                             .data = std::move(data)};
    apply(state, event);
    for (Observation& one : observations_of(state, event)) seen.push_back(std::move(one));
    return *this;
  }
  Story& begin(const char* subtask, int attempt = 1) {
    return tell(EventKind::subtask_begin,
                Json::object({{"subtask", subtask},
                              {"attempt", attempt},
                              {"hints", Json::array_of(std::vector{"a.py", "b.py"})}}));
  }
  Story& fail(const char* subtask, const std::vector<const char*>& paths, int attempts = 2) {
    return tell(EventKind::subtask_failed,
                Json::object({{"subtask", subtask},
                              {"reason", "syntax/parse-error on a.py"},
                              {"attempts", attempts},
                              {"paths", Json::array_of(paths)},
                              {"failure_modes", Json::array_of(std::vector{"syntax_invalid"})},
                              {"rules", Json::array_of(std::vector{"syntax/parse-error"})},
                              {"model", "openai:worker"}}));
  }
  Story& commit(const char* subtask) {
    return tell(EventKind::subtask_committed,
                Json::object({{"subtask", subtask},
                              {"commit", "c1"},
                              {"message", "fix: a"},
                              {"paths", Json::array_of(std::vector{"a.py"})},
                              {"attempt", 1},
                              {"model", "openai:worker"}}));
  }
  Story& skip(const char* subtask) {
    return tell(EventKind::subtask_skipped, Json::object({{"subtask", subtask},
                                                          {"reason", "it is fine"},
                                                          {"paths", Json::array()},
                                                          {"model", "openai:worker"}}));
  }
};

using Names = std::vector<std::string>;

Names told(const std::vector<Observation>& observations) {
  Names out;
  for (const Observation& one : observations) {
    std::string text = one.subtask + "/" + std::to_string(one.turn) + " ";
    text += to_string(one.outcome);
    for (const std::string& path : one.paths) text += " " + path;
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace

TEST_CASE("each end of a subtask is one observation") {
  Story story;
  story.begin("T001-S01").fail("T001-S01", {"a.py"});
  story.begin("T001-S02").commit("T001-S02");
  story.begin("T001-S03").skip("T001-S03");
  story.begin("T001-S04").fail("T001-S04", {});
  story.fail("T001-S05", {}, 0);
  CHECK(told(story.seen) == Names{"T001-S01/1 fail a.py", "T001-S02/1 success a.py",
                                  "T001-S03/1 skipped a.py b.py", "T001-S04/1 fail a.py b.py",
                                  "T001-S05/1 aborted"});
  const Observation& failed = story.seen[0];
  CHECK(failed.run == "demo-0a1b2c");
  CHECK(failed.repository == "/src/demo");
  CHECK(failed.at == kStart + Seconds(4));
  CHECK(failed.failure_modes == Names{"syntax_invalid"});
  CHECK(failed.rules == Names{"syntax/parse-error"});
  CHECK(failed.model == "openai:worker");
  CHECK(failed.branch == "pawl/improve-1");
  CHECK(failed.base_commit == "b0");
  CHECK(failed.commit.empty());
  CHECK(story.seen[1].commit == "c1");
  CHECK(story.seen[1].failure_modes.empty());
}

TEST_CASE("a run that stops in the middle of a subtask says so, and its next turn counts anew") {
  Story story;
  story.begin("T001-S01");
  story.tell(EventKind::run_interrupted, Json::object({{"signal", "SIGTERM"}}));
  story.tell(EventKind::run_resumed, Json::object({{"pid", 2}}));
  story.begin("T001-S01").fail("T001-S01", {"a.py"});
  // Killed without a word, then once more.
  story.begin("T001-S02");
  story.tell(EventKind::run_resumed, Json::object({{"pid", 3}}));
  story.begin("T001-S01").commit("T001-S01");
  story.commit("T001-S01");
  story.begin("T001-S02").skip("T001-S02");
  CHECK(told(story.seen) == Names{"T001-S01/1 aborted a.py b.py", "T001-S01/2 fail a.py",
                                  "T001-S01/3 success a.py", "T001-S01/3 success a.py",
                                  "T001-S02/2 skipped a.py b.py"});
}

TEST_CASE("a journal without the name of its repository says nothing") {
  Story story("");
  story.begin("T001-S01").fail("T001-S01", {"a.py"});
  CHECK(story.seen.empty());
}

TEST_CASE("outcomes are found by their names") {
  for (const std::string_view name : kObservationOutcomes) {
    CAPTURE(name);
    REQUIRE(outcome_named(name));
    CHECK(to_string(*outcome_named(name)) == name);
  }
  CHECK_FALSE(outcome_named("Success"));
  CHECK_FALSE(outcome_named(""));
}

TEST_CASE("the memory keeps every field, each observation once, newest first") {
  const TestFolder folder;
  Story story;
  story.begin("T001-S01").fail("T001-S01", {"a.py", "b \"x\".py"});
  story.begin("T001-S02").commit("T001-S02");
  auto database = *Database::open(folder.path() + "/pawl.db");
  REQUIRE(database->put_observations(story.seen));
  REQUIRE(database->put_observations(story.seen));
  database.reset();
  database = *Database::open(folder.path() + "/pawl.db");
  const auto found = database->observations({.repository = "/src/demo"});
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK((*found)[0] == story.seen[1]);
  CHECK((*found)[1] == story.seen[0]);
  CHECK(database->observations({.repository = "/src/other"})->empty());
  CHECK(database->observations({})->size() == 2);
  CHECK(database->observations({.limit = 1})->size() == 1);
  CHECK(database->observations({.since = kStart + Seconds(5)})->size() == 1);
  CHECK(database->observations({.since = kStart + Seconds(4)})->size() == 2);
  REQUIRE(database->replace_observations(std::span(story.seen).subspan(0, 1)));
  CHECK(told(*database->observations({})) == Names{"T001-S01/1 fail a.py b \"x\".py"});
}

TEST_CASE("what was forgotten stays so, of that repository and up to then") {
  const TestFolder folder;
  Story here("/here", "here-0a1b2c");
  here.begin("T001-S01").fail("T001-S01", {"a.py", "b.py"});
  here.begin("T001-S02").commit("T001-S02");
  Story there("/there", "there-0a1b2c");
  there.begin("T001-S01").fail("T001-S01", {"a.py"});
  const auto database = *Database::open(folder.path() + "/pawl.db");
  REQUIRE(database->put_observations(here.seen));
  REQUIRE(database->put_observations(there.seen));

  REQUIRE(database->forget("/here", std::vector<std::string>{"a.py"}, kStart + Seconds(100)));
  CHECK(told(*database->observations({.repository = "/here"})) == Names{"T001-S01/1 fail b.py"});
  CHECK(told(*database->observations({.repository = "/there"})) == Names{"T001-S01/1 fail a.py"});
  // Made again from the journals, it is still forgotten; an older wish changes nothing.
  REQUIRE(database->forget("/here", std::vector<std::string>{"a.py"}, kStart));
  REQUIRE(database->replace_observations(here.seen));
  CHECK(told(*database->observations({.repository = "/here"})) == Names{"T001-S01/1 fail b.py"});

  here.seq = 200;
  here.begin("T001-S03").fail("T001-S03", {"a.py"});
  REQUIRE(database->put_observations(here.seen));
  CHECK(told(*database->observations({.repository = "/here"})) ==
        Names{"T001-S03/1 fail a.py", "T001-S01/1 fail b.py"});
  REQUIRE(database->forget("/here", {}, kStart + Seconds(300)));
  CHECK(database->observations({.repository = "/here"})->empty());
}

}  // namespace pawl::store::observation_test
