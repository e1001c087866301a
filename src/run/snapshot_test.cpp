#include "run/snapshot.hpp"

#include <doctest/doctest.h>

#include "llm/events.hpp"
#include "run/events.hpp"
#include "run/replay.hpp"
#include "run/work_events.hpp"
#include "store/journal.hpp"
#include "store/test_support.hpp"

namespace pawl::run::snapshot_test {
namespace {

const Redactor kNothingSecret;

// A run with something in every field of its state.
const std::vector<Event>& full_run() {
  static const std::vector<Event> events = {
      {kRunBegin, Json::object({{"run", "demo-0a1b2c"},
                                {"target", "/t"},
                                {"repository", "/t/.git"},
                                {"base", "main"},
                                {"branch", "b"},
                                {"forge", "local"},
                                {"model", "m"},
                                {"pipeline", "fix"},
                                {"pid", 7},
                                {"started", 8},
                                {"boot", "x"},
                                {"version", "1"},
                                {"client", "claude:x"},
                                {"parent", "boss-0a1b2c"},
                                {"description", "words"},
                                {"branch_path", "reviews/a"}})},
      {kRunResumed,
       Json::object({{"pid", 7}, {"started", 8}, {"boot", "x"}, {"phase", "ANALYZING"}})},
      {kWorktreeReady, Json::object({{"path", "/w"}, {"base", "main"}, {"commit", "c0"}})},
      {kSandboxLevel, Json::object({{"level", "full"}, {"reason", ""}})},
      {kRunPhase, Json::object({{"phase", "WORKING"}})},
      {kReportReady, Json::object({{"overall", 0.5}, {"when", "before"}})},
      {kReportReady, Json::object({{"overall", 0.75}, {"when", "after"}})},
      {kPlanReady,
       Json::object({{"tasks", 1},
                     {"subtasks", Json::array_of(std::vector<std::string>{"T1", "T2", "T3"})}})},
      {kMemoryGateway, Json::object({{"call", "ask"}, {"reason", "gone"}, {"ms", 3}})},
      {kStageBegin, Json::object({{"stage", "plan"}})},
      {llm::kLlmCall, Json::object({{"role", "worker"},
                                    {"model", "m"},
                                    {"attempt", 1},
                                    {"ms", 20},
                                    {"tokens_in", 30},
                                    {"tokens_out", 40},
                                    {"outcome", "answered"},
                                    {"cost", 0.25}})},
      {llm::kLlmCall, Json::object({{"role", "planner"},
                                    {"model", "n"},
                                    {"attempt", 1},
                                    {"ms", 2},
                                    {"tokens_in", 3},
                                    {"tokens_out", 4},
                                    {"outcome", "answered"}})},
      {kStageEnd,
       Json::object({{"stage", "plan"}, {"outcome", "done"}, {"reason", ""}, {"ms", 1}})},
      {kStageBegin, Json::object({{"stage", "work"}})},
      {kRunOperation, Json::object({{"text", "T1: work"}})},
      {kSubtaskBegin, Json::object({{"subtask", "T1"},
                                    {"attempt", 2},
                                    {"hints", Json::array_of(std::vector<std::string>{"a.c"})}})},
      {kEffectIntent,
       Json::object(
           {{"key", "commit:T1"}, {"kind", "commit"}, {"data", Json::object({{"at", "x"}})}})},
      {kEffectDone, Json::object({{"key", "commit:T1"}, {"kind", "commit"}, {"data", "c1"}})},
      {kEffectIntent, Json::object({{"key", "publish"}, {"kind", "publish"}, {"data", 1}})},
      {kEffectUnknown, Json::object({{"key", "publish"}, {"kind", "publish"}, {"reason", "dark"}})},
      {kSubtaskCommitted,
       Json::object(
           {{"subtask", "T1"},
            {"commit", "c1"},
            {"message", "fix: x"},
            {"attempt", 2},
            {"paths", Json::array_of(std::vector<std::string>{"a.c"})},
            {"model", "m"},
            {"tests_fixed", Json::array_of(std::vector<std::string>{"t"})},
            {"tests_added", to_json(std::vector<ProvenTest>{{"n", "f", 1, 2, "killed"}})}})},
      {kSubtaskReproduced, Json::object({{"subtask", "T0"},
                                         {"tests", Json::array_of(std::vector<std::string>{"t"})},
                                         {"model", "m"}})},
      {kSubtaskFailed,
       Json::object({{"subtask", "T2"},
                     {"reason", "r"},
                     {"attempts", 3},
                     {"paths", Json::array_of(std::vector<std::string>{"b.c"})},
                     {"failure_modes", Json::array_of(std::vector<std::string>{"x"})},
                     {"rules", Json::array_of(std::vector<std::string>{"y"})},
                     {"model", "m"}})},
      {kPrOpened,
       Json::object(
           {{"number", 4}, {"url", "u"}, {"branch", "b"}, {"head", "h"}, {"adopted", false}})},
      {kRunLanded,
       Json::object({{"target", "main"}, {"commit", "c2"}, {"way", "squash"}, {"head", "c1"}})},
  };
  return events;
}

const std::vector<Event> kEnd{
    {kRunAborted, Json::object({{"reason", "no"}, {"class", "infra"}, {"exit", 75}})},
    {kRunDecided, Json::object({{"decision", "skip"}, {"attempt", 2}})},
    {kRunClosed, Json::object({{"attempt", 2}})}};

struct Fixture {
  store::TestFolder folder;
  os::FakeClock clock;
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<store::Journal> journal =
      *store::Journal::open(folder.path(), store::test_run(), clock, kNothingSecret);

  void append(const std::vector<Event>& events) {
    for (const Event& event : events) {
      clock.advance(Milliseconds(10));
      REQUIRE(journal->append(event));
    }
  }
  RunState whole() {
    RunState state = fold(store::read_journal(folder.path())->events);
    state.run = "demo-0a1b2c";
    return state;
  }
  RunState replayed() {
    const auto state = replay(folder.path());
    REQUIRE(state);
    return *state;
  }
};

}  // namespace

TEST_CASE("a snapshot keeps every field of a state") {
  Fixture fixture;
  fixture.append(full_run());
  for (const bool ended : {false, true}) {
    if (ended) fixture.append(kEnd);
    const RunState state = fixture.whole();
    const auto again = state_of_snapshot(*Json::parse(snapshot_json(state).dump()));
    REQUIRE(again);
    CHECK(*again == state);
  }
  // What the run above leaves as it is at the beginning would be lost unseen.
  const Json fresh = snapshot_json(RunState());
  const Json full = snapshot_json(fixture.whole());
  for (const auto& [name, value] : full.members()) {
    CAPTURE(name);
    if (name != "stage" && name != "operation") CHECK_FALSE(value == fresh[name]);
  }
  Json broken = full;
  broken.erase("costs");
  CHECK_FALSE(state_of_snapshot(broken));
  broken.set("costs", "many");
  CHECK_FALSE(state_of_snapshot(broken));
}

TEST_CASE("a replay goes on from the snapshot, and only from one of that journal") {
  Fixture fixture;
  fixture.append(full_run());
  RunState marked = fixture.whole();
  marked.reason = "from the snapshot";
  REQUIRE(write_snapshot(*fixture.files, fixture.folder.path(), fixture.journal->end(), marked));
  CHECK(fixture.replayed() == marked);
  fixture.append({{kRunPhase, Json::object({{"phase", "DONE"}})}});
  CHECK(fixture.replayed().reason == "from the snapshot");
  CHECK(fixture.replayed().phase == "DONE");
  // Who wants to see each event gets each.
  std::size_t seen = 0;
  const auto count = [&](const RunState&, const JournalEvent&) { ++seen; };
  CHECK(replay(fixture.folder.path(), count)->reason.empty());
  CHECK(seen == full_run().size() + 1);

  const std::string path = fixture.folder.path() + "/events.jsonl";
  const std::string journal = *fixture.files->read(path);
  const std::string snapshot = *fixture.files->read(fixture.folder.path() + "/snapshot.json");
  const auto with = [&](const std::string& events, const std::string& kept) {
    REQUIRE(fixture.files->write_atomic(path, events, 0600));
    REQUIRE(fixture.files->write_atomic(fixture.folder.path() + "/snapshot.json", kept, 0600));
    return fixture.replayed().reason;
  };
  CHECK(with(journal, snapshot) == "from the snapshot");
  std::string other = journal;
  other[other.rfind("opened") - 3] = 'P';  // another history of the same length
  const auto changed = other.find("/w");
  other[changed + 1] = 'v';
  CHECK(with(other, snapshot).empty());
  CHECK(with(journal.substr(0, journal.find('\n', 400) + 1), snapshot).empty());
  CHECK(with(journal, "{}").empty());
  CHECK(with(journal, snapshot.substr(0, 100)).empty());
}

TEST_CASE("lines of other versions keep what they say") {
  const store::TestFolder folder;
  const auto files = os::real_files();
  REQUIRE(
      files->write_atomic(folder.path() + "/events.jsonl",
                          "{\"pawl_journal\":1,\"run\":\"demo-0a1b2c\"}\n"
                          "{\"seq\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"kind\":\"new.kind\","
                          "\"v\":3,\"node\":\"a/b\",\"span\":\"s\",\"data\":{}}\n",
                          0600));
  const auto content = store::read_journal(folder.path());
  REQUIRE(content);
  CHECK(content->events.at(0).version == 3);
  CHECK(content->events.at(0).node == "a/b");
  CHECK(replay(folder.path())->last_seq == 1);
}

}  // namespace pawl::run::snapshot_test
