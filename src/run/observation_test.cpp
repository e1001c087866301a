#include "run/observation.hpp"

#include <doctest/doctest.h>

#include "run/events.hpp"
#include "run/work_events.hpp"
#include "store/test_support.hpp"

namespace pawl::run::observation_test {
namespace {

const Timestamp kStart{Milliseconds(1'767'225'600'000)};

// A journal in memory; each event a second after the one before.
struct Story {
  RunState state;
  std::vector<Observation> seen;
  std::uint64_t seq = 0;

  explicit Story(const char* repository = "/src/demo", const char* run = "demo-0a1b2c") {
    add(kRunBegin, Json::object({{"run", run},
                                 {"target", "/src/demo"},
                                 {"repository", repository},
                                 {"branch", "pawl/improve-1"},
                                 {"model", "scripted:s"}}));
    add(kWorktreeReady, Json::object({{"path", "/w"}, {"commit", "b0"}}));
  }
  Story& add(const EventKind& kind, Json data) {
    ++seq;
    const JournalEvent event{.seq = seq,
                             .at = kStart + Seconds(seq),
                             .name = std::string(kind.name),
                             .data = std::move(data)};
    apply(state, event);
    for (Observation& one : observations_of(state, event)) seen.push_back(std::move(one));
    return *this;
  }
  Story& begin(const char* subtask, int attempt = 1) {
    return add(kSubtaskBegin,
               Json::object({{"subtask", subtask},
                             {"attempt", attempt},
                             {"hints", Json::array_of(std::vector{"a.py", "b.py"})}}));
  }
  Story& fail(const char* subtask, const std::vector<const char*>& paths, int attempts = 2) {
    return add(kSubtaskFailed,
               Json::object({{"subtask", subtask},
                             {"reason", "syntax/parse-error on a.py"},
                             {"attempts", attempts},
                             {"paths", Json::array_of(paths)},
                             {"failure_modes", Json::array_of(std::vector{"syntax_invalid"})},
                             {"rules", Json::array_of(std::vector{"syntax/parse-error"})},
                             {"model", "openai:worker"}}));
  }
  Story& commit(const char* subtask) {
    return add(kSubtaskCommitted, Json::object({{"subtask", subtask},
                                                {"commit", "c1"},
                                                {"message", "fix: a"},
                                                {"paths", Json::array_of(std::vector{"a.py"})},
                                                {"attempt", 1},
                                                {"model", "openai:worker"}}));
  }
  Story& skip(const char* subtask) {
    return add(kSubtaskSkipped, Json::object({{"subtask", subtask},
                                              {"reason", "it is fine"},
                                              {"paths", Json::array()},
                                              {"model", "openai:worker"}}));
  }
};

using Names = std::vector<std::string>;

Names lines_of(const std::vector<Observation>& observations) {
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
  CHECK(lines_of(story.seen) == Names{"T001-S01/1 fail a.py", "T001-S02/1 success a.py",
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
  story.add(kRunInterrupted, Json::object({{"signal", "SIGTERM"}}));
  story.add(kRunResumed, Json::object({{"pid", 2}}));
  story.begin("T001-S01").fail("T001-S01", {"a.py"});
  // Killed without a word, then once more.
  story.begin("T001-S02");
  story.add(kRunResumed, Json::object({{"pid", 3}}));
  story.begin("T001-S01").commit("T001-S01");
  story.commit("T001-S01");
  story.begin("T001-S02").skip("T001-S02");
  CHECK(lines_of(story.seen) == Names{"T001-S01/1 aborted a.py b.py", "T001-S01/2 fail a.py",
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

}  // namespace pawl::run::observation_test
