#include "run/run_state.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "llm/events.hpp"
#include "os/clock.hpp"
#include "run/events.hpp"
#include "run/replay.hpp"
#include "run/snapshot.hpp"
#include "run/work_events.hpp"
#include "store/journal.hpp"
#include "store/test_support.hpp"

namespace pawl::run::run_state_test {
namespace {

const Timestamp kStart{Milliseconds(1'767'225'600'000)};

struct Step {
  std::reference_wrapper<const EventKind> kind;
  Json data;
};

RunState after(const std::vector<Step>& steps) {
  std::vector<JournalEvent> events;
  for (const Step& step : steps) {
    const auto seq = events.size() + 1;
    events.push_back({.seq = seq,
                      .at = kStart + Seconds(seq),
                      .name = std::string(step.kind.get().name),
                      .data = step.data});
  }
  return fold(events);
}

Step begin() {
  return {kRunBegin, Json::object({{"run", "demo-0a1b2c"},
                                   {"target", "/src/demo"},
                                   {"base", "main"},
                                   {"branch", "pawl/improve/demo-0a1b2c"},
                                   {"forge", "local"},
                                   {"model", "recipes:"},
                                   {"pid", 41},
                                   {"started", 9000},
                                   {"boot", "b1"},
                                   {"version", "0.1.0"}})};
}
Step resumed() {
  return {kRunResumed,
          Json::object({{"pid", 42}, {"started", 9999}, {"boot", "b2"}, {"phase", "WORKING"}})};
}
Step interrupted() { return {kRunInterrupted, Json::object({{"signal", "SIGINT"}})}; }
Step aborted() {
  return {kRunAborted, Json::object({{"reason", "no model"}, {"class", "infra"}, {"exit", 75}})};
}
Step exit_clean(const char* state, int exit) {
  return {kRunExitClean, Json::object({{"state", state}, {"exit", exit}, {"reason", "why"}})};
}
Step subtask(const EventKind& kind, Json data) {
  data.set("subtask", "T001-S01");
  return {kind, std::move(data)};
}
Step tried(int attempt) { return subtask(kSubtaskBegin, Json::object({{"attempt", attempt}})); }
Step committed() {
  return subtask(kSubtaskCommitted,
                 Json::object({{"commit", "c1"},
                               {"message", "Add LICENSE"},
                               {"paths", Json::array_of(std::vector{"LICENSE", "README.md"})},
                               {"attempt", 2},
                               {"model", "recipes:"}}));
}
Step failed() {
  return subtask(kSubtaskFailed, Json::object({{"reason", "no attempt left"}, {"attempts", 3}}));
}
Step effect(const EventKind& kind, std::string_view field, Json value) {
  return {kind, Json::object({{"key", "k"}, {"kind", "publish"}, {std::string(field), value}})};
}

}  // namespace

TEST_CASE("each event changes the state as its row says") {
  struct Row {
    const char* name;
    std::vector<Step> steps;
    std::function<bool(const RunState&)> holds;
  };
  const auto& first = [](const RunState& state) { return state.subtasks.at("T001-S01"); };
  const Row rows[] = {
      {"nothing yet", {}, [](const RunState& s) {
         return s.status == RunStatus::running && s.phase == "IDLE" && !s.finished() && s.run.empty();
       }},
      {"begin", {begin()}, [](const RunState& s) {
         return s.run == "demo-0a1b2c" && s.target == "/src/demo" && s.base == "main" &&
                s.branch == "pawl/improve/demo-0a1b2c" && s.forge == "local" &&
                s.model == "recipes:" && s.pid == 41 && s.started == 9000 && s.boot == "b1" &&
                s.begun_at == kStart + Seconds(1) && s.status == RunStatus::running;
       }},
      {"time and number follow every event, also unknown ones",
       {begin(), {kRunHeartbeat, Json::object()}},
       [](const RunState& s) { return s.last_seq == 2 && s.last_at == kStart + Seconds(2); }},
      {"phase", {{kRunPhase, Json::object({{"phase", "PLANNING"}})}},
       [](const RunState& s) { return s.phase == "PLANNING"; }},
      {"heartbeat changes no process", {begin(), {kRunHeartbeat, Json::object({{"pid", 77}})}},
       [](const RunState& s) { return s.pid == 41 && s.last_seq == 2; }},
      {"operation", {{kRunOperation, Json::object({{"text", "reading"}})}},
       [](const RunState& s) { return s.operation == "reading"; }},
      {"sandbox", {{kSandboxLevel, Json::object({{"level", "full"}, {"reason", ""}})}},
       [](const RunState& s) { return s.sandbox_level == "full"; }},
      {"worktree", {{kWorktreeReady, Json::object({{"path", "/w"}, {"commit", "abc"}})}},
       [](const RunState& s) { return s.worktree == "/w" && s.base_commit == "abc"; }},
      {"stage begins", {{kStageBegin, Json::object({{"stage", "plan"}})}},
       [](const RunState& s) { return s.stage == "plan" && s.stages.empty(); }},
      {"stage ends",
       {{kStageBegin, Json::object({{"stage", "plan"}})},
        {kStageEnd, Json::object({{"stage", "plan"}, {"outcome", "done"}})}},
       [](const RunState& s) { return s.stage.empty() && s.stages.at("plan") == "done"; }},
      {"stage begins again",
       {{kStageEnd, Json::object({{"stage", "plan"}, {"outcome", "bail"}})},
        {kStageBegin, Json::object({{"stage", "plan"}})}},
       [](const RunState& s) { return s.stage == "plan" && s.stages.empty(); }},
      {"score before",
       {{kReportReady, Json::object({{"overall", 0.5}, {"when", "before"}})}},
       [](const RunState& s) { return s.score_before == 0.5 && !s.score_after; }},
      {"score after",
       {{kReportReady, Json::object({{"overall", 1}, {"when", "after"}})}},
       [](const RunState& s) { return !s.score_before && s.score_after == 1.0; }},
      {"score unknown", {{kReportReady, Json::object({{"when", "after"}})}},
       [](const RunState& s) { return !s.score_before && !s.score_after; }},
      {"plan with ids",
       {{kPlanReady,
         Json::object({{"tasks", 1}, {"subtasks", Json::array_of(std::vector{"T001-S01"})}})}},
       [&](const RunState& s) {
         return s.subtasks.size() == 1 && first(s).status == SubtaskStatus::pending;
       }},
      {"plan with a count", {{kPlanReady, Json::object({{"subtasks", 4}})}},
       [](const RunState& s) { return s.subtasks.empty(); }},
      {"model calls add up",
       {{llm::kLlmCall, Json::object({{"ms", 20}, {"tokens_in", 100}, {"tokens_out", 7}})},
        {llm::kLlmCall, Json::object({{"ms", 5}, {"tokens_in", 1}, {"error", "x"}})}},
       [](const RunState& s) {
         return s.cost.calls == 2 && s.cost.model_ms == 25 && s.cost.tokens_in == 101 &&
                s.cost.tokens_out == 7;
       }},
      {"subtask begins", {tried(2)},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::in_progress && first(s).attempts == 2;
       }},
      {"subtask refused",
       {tried(1), subtask(kSubtaskRefused, Json::object({{"attempt", 1}}))},
       [&](const RunState& s) { return first(s).status == SubtaskStatus::in_progress; }},
      {"subtask committed", {tried(2), committed()},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::committed && first(s).commit == "c1" &&
                first(s).message == "Add LICENSE" && first(s).model == "recipes:" &&
                first(s).paths == std::vector<std::string>{"LICENSE", "README.md"} &&
                first(s).attempts == 2;
       }},
      {"subtask failed", {tried(3), failed()},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::failed && first(s).attempts == 3 &&
                first(s).reason == "no attempt left";
       }},
      {"subtask failed, then tried again", {failed(), tried(1)},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::in_progress && first(s).reason.empty();
       }},
      {"subtask skipped",
       {subtask(kSubtaskSkipped, Json::object({{"reason", "no change"}}))},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::skipped && first(s).reason == "no change";
       }},
      {"subtask reproduced",
       {tried(2), subtask(kSubtaskReproduced,
                          Json::object({{"tests", Json::array_of(std::vector<std::string>{"t::a"})},
                                        {"paths", Json::array_of(std::vector<std::string>{"t.py"})},
                                        {"attempt", 2},
                                        {"model", "m"}}))},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::reproduced && first(s).model == "m" &&
                first(s).tests_shown == std::vector<std::string>{"t::a"} &&
                first(s).paths == std::vector<std::string>{"t.py"} && first(s).turns == 1;
       }},
      {"a commit is for good", {committed(), tried(1), failed()},
       [&](const RunState& s) {
         return first(s).status == SubtaskStatus::committed && first(s).commit == "c1" &&
                first(s).attempts == 2 && first(s).reason.empty();
       }},
      {"effect intended", {effect(kEffectIntent, "data", Json("x"))},
       [](const RunState& s) {
         const EffectState& e = s.effects.at("k");
         return e.kind == "publish" && e.intent.text() == "x" && !e.done && !e.unknown;
       }},
      {"effect done",
       {effect(kEffectIntent, "data", Json("x")),
        effect(kEffectDone, "data", Json("y"))},
       [](const RunState& s) {
         return s.effects.at("k").done->text() == "y" && s.effects.at("k").intent.text() == "x";
       }},
      {"effect done with nothing to say",
       {effect(kEffectDone, "data", Json())},
       [](const RunState& s) { return s.effects.at("k").done && s.effects.at("k").done->is_null(); }},
      {"effect unknown",
       {effect(kEffectIntent, "data", Json("x")),
        effect(kEffectUnknown, "reason", Json("r"))},
       [](const RunState& s) { return s.effects.at("k").unknown && !s.effects.at("k").done; }},
      {"effect unknown, then done",
       {effect(kEffectUnknown, "reason", Json("r")),
        effect(kEffectDone, "data", Json("y"))},
       [](const RunState& s) { return !s.effects.at("k").unknown && s.effects.at("k").done; }},
      {"pull request",
       {{kPrOpened, Json::object({{"number", 3},
                                             {"url", "local:demo#3"},
                                             {"branch", "b"},
                                             {"head", "h"},
                                             {"adopted", false}})}},
       [](const RunState& s) {
         return s.pr && s.pr->number == 3 && s.pr->url == "local:demo#3" && s.pr->branch == "b" &&
                s.pr->head == "h";
       }},
      {"interrupted",
       {begin(), {kStageBegin, Json::object({{"stage", "work"}})}, interrupted()},
       [](const RunState& s) {
         return s.status == RunStatus::stopped && s.exit == 130 &&
                s.reason == "interrupted by SIGINT" && s.stage.empty();
       }},
      {"interrupted by number", {{kRunInterrupted, Json::object({{"signal", 15}})}},
       [](const RunState& s) { return s.reason == "interrupted by signal 15"; }},
      {"aborted", {begin(), aborted()},
       [](const RunState& s) {
         return s.status == RunStatus::failed && s.exit == 75 && s.reason == "no model" &&
                s.bail_class == "infra";
       }},
      {"aborted without a code", {{kRunAborted, Json::object()}},
       [](const RunState& s) { return s.status == RunStatus::failed && s.exit == 1; }},
      {"done", {begin(), exit_clean("succeeded", 0)},
       [](const RunState& s) {
         return s.status == RunStatus::succeeded && s.exit == 0 && s.reason == "why" && s.finished();
       }},
      {"nothing to do", {exit_clean("nothing_to_do", 3)},
       [](const RunState& s) { return s.status == RunStatus::nothing_to_do && s.exit == 3; }},
      {"partial", {exit_clean("partial", 7)},
       [](const RunState& s) { return s.status == RunStatus::partial; }},
      {"bailed", {exit_clean("bailed", 6)},
       [](const RunState& s) { return s.status == RunStatus::bailed; }},
      {"a state of a newer Pawl counts by its exit code", {exit_clean("half_done", 2)},
       [](const RunState& s) { return s.status == RunStatus::failed && s.exit == 2; }},
      {"a derived state is never stored", {exit_clean("crashed", 0)},
       [](const RunState& s) { return s.status == RunStatus::succeeded; }},
      {"resumed after an interruption",
       {begin(), tried(2), interrupted(), resumed()},
       [&](const RunState& s) {
         return s.status == RunStatus::running && !s.finished() && s.reason.empty() && s.pid == 42 &&
                s.started == 9999 && s.boot == "b2" && s.phase == "WORKING" &&
                first(s).status == SubtaskStatus::pending && s.begun_at == kStart + Seconds(1);
       }},
      {"resumed after an error", {begin(), aborted(), resumed()},
       [](const RunState& s) {
         return s.status == RunStatus::running && s.bail_class.empty() && s.exit == -1;
       }},
      {"resumed after a crash in a stage",
       {begin(), {kStageBegin, Json::object({{"stage", "work"}})}, resumed()},
       [](const RunState& s) { return s.stage.empty() && s.stages.empty(); }},
      {"fields of wrong types keep their defaults",
       {{kRunBegin, Json::object({{"run", 7}, {"pid", "x"}})},
        {kSubtaskBegin, Json::object({{"subtask", 7}})},
        {kPlanReady, Json::object({{"subtasks", Json::array_of(std::vector{1, 2})}})}},
       [](const RunState& s) { return s.run.empty() && s.pid == 0 && s.subtasks.empty(); }},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(row.holds(after(row.steps)));
  }
}

TEST_CASE("what models cost is added up, in all and by role and model") {
  const auto call = [](const char* role, const char* model, Json cost, const char* outcome) {
    return Json::object({{"role", role},
                         {"model", model},
                         {"ms", 10},
                         {"tokens_in", 100},
                         {"tokens_out", 5},
                         {"outcome", outcome},
                         {"cost", std::move(cost)}});
  };
  struct Row {
    Json data;
  };
  const Row rows[] = {{call("planner", "a", 0.25, "answered")},
                      {call("worker", "a", 0.0, "answered")},
                      {call("worker", "a", {}, "answered")},
                      {call("worker", "a", {}, "timeout")}};
  RunState state;
  std::uint64_t seq = 0;
  for (const Row& row : rows) {
    const char* const stage = seq == 0 ? "plan" : "work";
    apply(state, {.seq = ++seq,
                  .at = Timestamp(),
                  .name = "stage.begin",
                  .data = Json::object({{"stage", stage}})});
    apply(state, {.seq = ++seq, .at = Timestamp(), .name = "llm.call", .data = row.data});
  }
  CHECK(state.cost.calls == 4);
  CHECK(state.stage_costs.at("plan").calls == 1);
  CHECK(state.stage_costs.at("plan").micros == 250'000);
  CHECK(state.stage_costs.at("work").calls == 3);
  CHECK(cost_json(state)["stages"]["work"]["tokens_in"].int_or(0) == 300);
  CHECK(state_of_snapshot(snapshot_json(state)) == state);
  CHECK(state.cost.micros == 250'000);
  CHECK(state.cost.unpriced == 1);
  REQUIRE(state.costs.size() == 2);
  const Json json = cost_json(state);
  CHECK(json["usd"].number_or(0) == 0.25);
  CHECK(json["by"].items()[0]["role"].text() == "planner");
  CHECK(json["by"].items()[0]["usd"].number_or(0) == 0.25);
  CHECK(json["by"].items()[1]["usd"].is_null());
  CHECK(json["by"].items()[1]["tokens_in"].int_or(0) == 300);
}

TEST_CASE("the time a run is worked on leaves out the time between its processes") {
  struct Row {
    const char* kind;
    int at_s;
    std::int64_t active_ms;
  };
  const Row rows[] = {{"run.begin", 100, 0},
                      {"run.heartbeat", 130, 30'000},
                      {"run.interrupted", 140, 40'000},
                      {"run.resumed", 5000, 40'000},
                      {"run.operation", 5001, 41'000},
                      {"run.heartbeat", 9000, 161'000},
                      {"run.operation", 8000, 161'000}};
  RunState state;
  std::uint64_t seq = 0;
  for (const Row& row : rows) {
    apply(state, {.seq = ++seq,
                  .at = Timestamp(Seconds(row.at_s)),
                  .name = row.kind,
                  .data = Json::object()});
    CAPTURE(row.at_s);
    CHECK(state.active_ms == row.active_ms);
  }
}

TEST_CASE("every kind that can change a state says so") {
  for (const EventKind* kind : event_kinds()) {
    CAPTURE(kind->name);
    const bool quiet = *kind == kRunHeartbeat || *kind == kMetricMeasured ||
                       *kind == kWorkerSubtaskFailed || *kind == kCriticBuildRetrySuccess;
    CHECK(changes_state(kind->name) == !quiet);
  }
  for (const EventKind* kind : llm::event_kinds()) {
    CAPTURE(kind->name);
    CHECK(changes_state(kind->name) == (*kind == llm::kLlmCall));
  }
  CHECK_FALSE(changes_state("of.a.newer.pawl"));
}

TEST_CASE("what a status is, seen from outside") {
  struct Row {
    const char* name;
    RunStatus stored;
    bool alive;
    int silent_s;
    RunStatus want;
  };
  using enum RunStatus;
  const Row rows[] = {
      {"alive and busy", running, true, 5, running},
      {"alive, just in time", running, true, 90, running},
      {"alive and silent", running, true, 91, stalled},
      {"gone", running, false, 0, crashed},
      {"gone for long", running, false, 3600, crashed},
      {"waiting for a person needs no process", waiting, false, 3600, waiting},
      {"queued needs no process", queued, false, 3600, queued},
      {"an end is an end", succeeded, false, 3600, succeeded},
      {"stopped stays stopped", stopped, false, 3600, stopped},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    RunState state;
    state.status = row.stored;
    state.last_at = kStart;
    CHECK(derive_status(state, {.process_alive = row.alive,
                                .now = kStart + Seconds(row.silent_s)}) == row.want);
  }
}

TEST_CASE("state.json is byte-stable") {
  RunState state = after({begin(),
                          {kWorktreeReady, Json::object({{"path", "/w"}, {"commit", "b0"}})},
                          {kStageEnd, Json::object({{"stage", "plan"}, {"outcome", "done"}})},
                          {kReportReady, Json::object({{"overall", 0.5}, {"when", "before"}})},
                          committed(),
                          effect(kEffectIntent, "data", Json(1)),
                          exit_clean("succeeded", 0)});
  CHECK(
      to_json(state).dump() ==
      R"({"version":1,"run":"demo-0a1b2c","target":"/src/demo","base":"main","base_commit":"b0",)"
      R"("branch":"pawl/improve/demo-0a1b2c","forge":"local","model":"recipes:","worktree":"/w",)"
      R"("status":"succeeded","phase":"IDLE","operation":"","exit":0,"reason":"why",)"
      R"("bail_class":"","stage":"","stages":{"plan":"done"},"subtasks":{"T001-S01":)"
      R"({"status":"committed","commit":"c1","message":"Add LICENSE","reason":"",)"
      R"("paths":["LICENSE","README.md"],"model":"recipes:","attempts":2,"tests_added":[]}},)"
      R"("effects":{"k":)"
      R"({"kind":"publish","intent":1,"done":null,"unknown":false}},"pr":null,"landed":null,)"
      R"("score":{"before":0.5,"after":null},"cost":{"calls":0,"tokens_in":0,"tokens_out":0,)"
      R"("model_ms":0,"usd":0.0,"unpriced_calls":0,"by":[],"stages":{}},"active_ms":6000,"sandbox_level":"","process":{"pid":41,"started":9000,"boot":"b1"},)"
      R"("begun_at":"2026-01-01T00:00:01.000Z","last_at":"2026-01-01T00:00:07.000Z","last_seq":7,)"
      R"("pipeline":"improve","last_stage":"","client":"","parent":"","description":"",)"
      R"("attempt":1,"closed":false,"decision":"","branch_path":""})");
  CHECK(to_json(RunState{})["exit"].is_null());
  CHECK(to_json(RunState{})["begun_at"].is_null());
}

TEST_CASE("a commit remembers what the tests it added noticed") {
  const std::vector<ProvenTest> tests = {{.test = "opens",
                                          .file = "t/box.js",
                                          .noticed = 7,
                                          .tried = 9,
                                          .told = "killed 7 of 9 mutants in box.js"}};
  const RunState state =
      after({begin(), tried(1),
             subtask(kSubtaskCommitted,
                     Json::object({{"commit", "c1"}, {"tests_added", to_json(tests)}}))});
  CHECK(state.subtasks.at("T001-S01").tests_added == tests);
  CHECK(to_json(state)["subtasks"]["T001-S01"]["tests_added"] == to_json(tests));
}

TEST_CASE("kinds nobody knows and newer versions of kinds are kept and passed over") {
  const store::TestFolder folder;
  const std::string path = folder.path() + "/events.jsonl";
  const auto line = [](int seq, const std::string& kind, const std::string& data) {
    return "{\"seq\":" + std::to_string(seq) + ",\"at\":\"2026-01-02T03:04:0" +
           std::to_string(seq) + ".000Z\",\"kind\":" + kind + ",\"data\":" + data + "}\n";
  };
  REQUIRE(os::real_files()->write_atomic(
      path,
      "{\"pawl_journal\":1,\"run\":\"demo-0a1b2c\"}\n" +
          line(1, R"("run.phase")", R"({"phase":"PLANNING"})") +
          line(2, R"("run.phase","v":2)", R"({"phase":{"of":"a newer Pawl"}})") +
          line(3, R"("run.telepathy","v":1)", R"({"phase":"DONE"})") +
          line(4, R"("run.exit_clean","v":2,"node":"a/b")", R"({"state":7})"),
      0600));
  const auto content = store::read_journal(folder.path());
  REQUIRE(content);
  REQUIRE(content->events.size() == 4);
  CHECK(content->events[1].data["phase"]["of"] == "a newer Pawl");
  CHECK(content->events[2].name == "run.telepathy");
  CHECK_FALSE(content->events[3].is(kRunExitClean));
  const RunState state = fold(content->events);
  CHECK(state.phase == "PLANNING");
  CHECK_FALSE(state.finished());
  CHECK(state.last_seq == 4);
  CHECK(state.last_at == content->events[3].at);
  const auto replayed = replay(folder.path());
  REQUIRE(replayed);
  CHECK(replayed->phase == "PLANNING");
  CHECK(replayed->last_seq == 4);
}

TEST_CASE("replay gives the state the events give") {
  const store::TestFolder folder;
  os::FakeClock clock;
  const Redactor none;
  {
    auto journal = store::Journal::open(folder.path(), store::test_run(), clock, none);
    REQUIRE(journal);
    const std::vector<Step> steps = {begin(), tried(1), committed(), resumed(),
                                     exit_clean("partial", 7)};
    for (const Step& step : steps) {
      clock.advance(Seconds(1));
      REQUIRE((*journal)->append({.kind = step.kind, .data = step.data}));
      REQUIRE((*journal)->append({.kind = kMetricMeasured,
                                  .data = Json::object({{"metric", "g1"}, {"details", "x\\y"}})}));
    }
  }
  const auto replayed = replay(folder.path());
  REQUIRE(replayed);
  CHECK(to_json(*replayed) == to_json(fold(store::read_journal(folder.path())->events)));
  CHECK(replayed->last_seq == 10);
}

}  // namespace pawl::run::run_state_test
