// The kinds of events of all modules, seen together.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "agents/events.hpp"
#include "base/text/text.hpp"
#include "chain/events.hpp"
#include "critics/events.hpp"
#include "fleet/events.hpp"
#include "guards/events.hpp"
#include "landing/events.hpp"
#include "llm/events.hpp"
#include "planner/events.hpp"
#include "run/events.hpp"
#include "run/work_events.hpp"
#include "runner/group_events.hpp"
#include "stages/ci/ci_events.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/reviewing/comment_events.hpp"

namespace pawl::cli::event_kinds_test {
namespace {

struct Table {
  const char* module;
  std::span<const EventKind* const> kinds;
  std::vector<const char*> headers;
};

std::vector<Table> tables() {
  return {{"agents", agents::event_kinds(), {"src/agents/events.hpp"}},
          {"chain", chain::event_kinds(), {"src/chain/events.hpp"}},
          {"ci", stages::ci_event_kinds(), {"src/stages/ci/ci_events.hpp"}},
          {"coding", stages::coding_event_kinds(), {"src/stages/coding/coding_events.hpp"}},
          {"groups", runner::group_event_kinds(), {"src/runner/group_events.hpp"}},
          {"critics", critics::event_kinds(), {"src/critics/events.hpp"}},
          {"fleet", fleet::event_kinds(), {"src/fleet/events.hpp"}},
          {"guards", guards::event_kinds(), {"src/guards/events.hpp"}},
          {"landing", landing::event_kinds(), {"src/landing/events.hpp"}},
          {"llm", llm::event_kinds(), {"src/llm/events.hpp"}},
          {"planner", planner::event_kinds(), {"src/planner/events.hpp"}},
          {"review", stages::comment_event_kinds(), {"src/stages/reviewing/comment_events.hpp"}},
          {"run", run::event_kinds(), {"src/run/events.hpp", "src/run/work_events.hpp"}}};
}

std::string text_of(const std::string& path) {
  std::ifstream file(PAWL_SOURCE_DIR + ("/" + path));
  REQUIRE(file.is_open());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::set<std::string> members_of(const Json& data) {
  std::set<std::string> names;
  for (const auto& [name, value] : data.members()) names.insert(name);
  return names;
}

// Holds the codec of one kind to its row. `sample` says something in every field.
struct Codecs {
  std::set<std::string_view> seen;

  template <class Struct>
  void check(const EventKind& kind, const Struct& sample, Struct (*read)(const JournalEvent&)) {
    CAPTURE(kind.name);
    CHECK(seen.insert(kind.name).second);
    const Event event = to_event(sample);
    CHECK(event.kind == kind);
    std::set<std::string> fields;
    for (const std::string_view field : split_words(kind.fields)) fields.emplace(field);
    CHECK(members_of(event.data) == fields);
    JournalEvent line{.seq = 1, .at = {}, .name = std::string(kind.name), .data = {}};
    const auto again = [&](Json data) {
      line.data = std::move(data);
      return to_event(read(line)).data;
    };
    CHECK(again(event.data).dump() == event.data.dump());
    const Json fresh = to_event(Struct()).data;
    CHECK(again(Json()).dump() == fresh.dump());
    CHECK(again(Json::object()).dump() == fresh.dump());
    // Of another type: as if it were missing, where the field has a type.
    for (const std::string& field : fields) {
      CAPTURE(field);
      const Json wrong = Json::object({{"of", "a newer Pawl"}});
      const Json read_back = again(Json::object({{field, wrong}}));
      const bool kept = read_back[field] == wrong;
      CHECK((kept || read_back.dump() == fresh.dump()));
    }
  }
};

TEST_CASE("names and fields of all events are those of tests/golden/events.txt") {
  std::string all;
  for (const Table& table : tables()) {
    all += std::string("# ") + table.module + "\n";
    for (const EventKind* kind : table.kinds) {
      all += std::string(kind->name) + " " + std::string(kind->fields) + "\n";
    }
  }
  CHECK(all == text_of("tests/golden/events.txt"));
}

TEST_CASE("no two modules have a kind of one name, and no kind a field twice") {
  std::set<std::string_view> names;
  for (const Table& table : tables()) {
    for (const EventKind* kind : table.kinds) {
      CAPTURE(kind->name);
      CHECK(names.insert(kind->name).second);
      CHECK(!kind->meaning.empty());
      CHECK(kind->version >= 1);
      std::set<std::string_view> fields;
      for (const std::string_view field : split_words(kind->fields)) {
        CHECK(fields.insert(field).second);
      }
    }
  }
}

TEST_CASE("a module's table has every kind its header declares") {
  for (const Table& table : tables()) {
    CAPTURE(table.module);
    std::size_t declared = 0;
    for (const char* header : table.headers) {
      declared += count_of(text_of(header), "inline constexpr EventKind ");
    }
    CHECK(declared == table.kinds.size());
  }
}

void check_chain(Codecs& codecs) {
  using namespace chain;
  codecs.check(kDecided,
               Decided{.step = 1,
                       .decision = "next-plan",
                       .plan = "d1",
                       .rolling = "d2",
                       .reason = "r",
                       .followups = {"restart it"}},
               decided_of);
  codecs.check(kReserved, Reserved{1, "child"}, reserved_of);
  codecs.check(kTakenBack, TakenBack{1, "child"}, taken_back_of);
  codecs.check(kChildBegan, ChildBegan{1, "child", 1}, child_began_of);
  codecs.check(kChildEnded, ChildEnded{1, "child", 1, "bailed", "other", "why", 5, 6, 7},
               child_ended_of);
  codecs.check(kStopped, Stopped{1, "child", 1}, stopped_of);
  codecs.check(kResumed, Resumed{1, "child", 1, "crashed"}, resumed_of);
  codecs.check(kLanded, Landed{1, "child", 1, "landed", "main", "c", "squash"}, landed_of);
  codecs.check(kNotLanded, NotLanded{1, "child", 1, "conflict", "why"}, not_landed_of);
  codecs.check(kClosed, Closed{1, "child", 1, "acked"}, closed_of);
  codecs.check(kHalted, Halted{1, "child", 1, "child", "why"}, halted_of);
}

void check_agents(Codecs& codecs) {
  using namespace agents;
  codecs.check(kAgentBegin,
               {"implement",
                "claude:sonnet",
                "full",
                false,
                {"host"},
                1,
                2,
                3,
                Milliseconds(4),
                Milliseconds(5)},
               agent_begin_of);
  codecs.check(kAgentText, {"implement", "text"}, agent_text_of);
  codecs.check(kAgentTool, {"implement", "bash", "ls", "called"}, agent_tool_of);
  codecs.check(kAgentCall, {"implement", "chat", "m", 200, Milliseconds(1), 2, 3, 4, 0.5, "why"},
               agent_call_of);
  codecs.check(kAgentRefused, {"implement", "host", "why"}, agent_refused_of);
  codecs.check(kAgentError, {"implement", "why", true}, agent_error_of);
  codecs.check(kAgentQuiet, {"implement", Milliseconds(1), Milliseconds(2)}, agent_quiet_of);
  codecs.check(kAgentEnd,
               {"implement", "claude:sonnet", "m", "bailed", "why", true, "other", "so", 1, 2, 3,
                0.5, 4, 5, Milliseconds(6)},
               agent_end_of);
}

void check_critics(Codecs& codecs) {
  using namespace critics;
  codecs.check(kSelfCriticFinding, {7, "major", "logic", "Wrong.", "a.py", 3, "x = 1"},
               self_critic_finding_of);
  codecs.check(kSelfCriticReview,
               {7, "0a1b", "m", "findings", 10, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 14, "why"},
               self_critic_review_of);
  codecs.check(kSelfCriticFailed, {7, "no answer"}, self_critic_failed_of);
  codecs.check(kPanelFinding, {"dev", "major", "logic", "Wrong.", "a.py", 3}, panel_finding_of);
  codecs.check(kPanelReviewEnd, {"advisory", "dev,arch", "clean", 1, true, 9, 8, Milliseconds(4)},
               panel_review_end_of);
  codecs.check(kDevilFinding, {"major", "hope", "Wrong.", "a.py", 3}, devil_finding_of);
  codecs.check(kDevilReviewEnd, {"b", "main", "clean", 1, true, 0.5, 9, 8, Milliseconds(4)},
               devil_review_end_of);
  codecs.check(kDevilCallFailed, {"no answer"}, devil_call_failed_of);
  codecs.check(kRefinerPropose, {2, 1, 1}, refiner_propose_of);
  codecs.check(kRefinerKept, {{"a.py"}, "0a1b"}, refiner_kept_of);
  codecs.check(kRefinerReverted, {"v0", "why"}, refiner_reverted_of);
  codecs.check(kMetaEvalJudge, {"0a1b", "v1", "why"}, meta_eval_judge_of);
}

void check_dialogue(Codecs& codecs) {
  using namespace critics;
  codecs.check(kQaQuestions, {1}, qa_questions_of);
  codecs.check(kQaQuestionerFailed, {"why"}, qa_questioner_failed_of);
  codecs.check(kQaAnswers, {1, 2, 3, 4}, qa_answers_of);
  codecs.check(kQaDefenderFailed, {"why"}, qa_defender_failed_of);
  codecs.check(kQaRoundTripStart, {1}, qa_round_trip_start_of);
  codecs.check(kQaRoundTripEnd, {1}, qa_round_trip_end_of);
  codecs.check(kQaRoundTripFailed, {"why"}, qa_round_trip_failed_of);
  codecs.check(kQaRevisedKept, {{"a.py"}, "why"}, qa_revised_kept_of);
  codecs.check(kQaRevisedReverted, {"why"}, qa_revised_reverted_of);
  codecs.check(kQaCrashed, {"why"}, qa_crashed_of);
}

void check_fleet(Codecs& codecs) {
  codecs.check(fleet::kRescueDiagnosed, {2, "claude:x", "transient", "s", "resume", "r"},
               fleet::rescue_diagnosed_of);
}

void check_guards(Codecs& codecs) {
  using namespace guards;
  codecs.check(kGuardVerdict,
               {"T1", 2, "syntax", "refuse", 3, "why", Milliseconds(4), {"syntax/x refuses"}},
               guard_verdict_of);
  codecs.check(kGuardOrder,
               {"T1", 2, Json::object({{"hints", Json::array()}}), Json::object(),
                Json::object({{"guards.build", "false"}})},
               guard_order_of);
  codecs.check(kGuardRefused, {"T1", 2, "syntax", "refused", "a.py", 7, "what"}, guard_refused_of);
  codecs.check(kPsiLiteScored, {"T1-S1", 2, 0.75, "a.py"}, psi_lite_scored_of);
}

void check_llm(Codecs& codecs) {
  using namespace llm;
  codecs.check(kLlmPrompt, {"worker", "T1", "m", 8000, 6000, 500, 3.5, {{"files", 400, 2}}},
               llm_prompt_of);
  codecs.check(
      kLlmCall,
      {"worker", "m", 1, Milliseconds(9), 100, 20, "stop", "answered", "no", "0001.json", 0.25},
      llm_call_of);
  codecs.check(kLlmRetry, {"worker", 2, Milliseconds(500), "busy"}, llm_retry_of);
  codecs.check(kLlmAdapted, {"worker", "m", {"seed", "format"}, "400"}, llm_adapted_of);
  codecs.check(kLlmFallback, {"worker", "m", "n", "gone"}, llm_fallback_of);
  codecs.check(kLlmCircuit, {"m", "open", 3, "gone"}, llm_circuit_of);
  codecs.check(kBudgetExhausted, {"run", "usd", 1.5, 1.25, 0.125, 0.5}, budget_exhausted_of);
  codecs.check(kLlmJson, {"worker", {"fence"}, {"no object"}}, llm_json_of);
}

void check_planner(Codecs& codecs) {
  using namespace planner;
  const SubtasksLeftOut left_out{{{"T1", "T1-S1", "Mend", {"a.py"}}}, 1, 1};
  codecs.check(kPlanDropped, {"T1", "why"}, plan_dropped_of);
  codecs.check(kPlanOccamFilter,
               {{{"T1-S1", "Mend", {"a.py"}, "a.py", 3, "why"}}, {{"T1", "Mend"}}, 4, 5, 2},
               plan_occam_filter_of);
  codecs.check(kPlanRule, {"order", {{"T0", "a"}}, {{"T1", "b"}}, {{"T2", "c"}}, {{"T3", "d"}}},
               plan_rule_applied_of);
  codecs.check(kPlanRealBugSynthesized, {"T000", 3, {"test_a"}, {"a.py"}, 1}, plan_real_bug_of);
  codecs.check(kPlanOccamRewrite, {{"test_a.py"}, {"a.py"}, "T1", 1}, plan_tests_rewritten_of);
  codecs.check(kPlanReadmeBanished, {left_out}, plan_readme_banished_of);
  codecs.check(kScopeMetricsFiltered, {{"build"}, {"docs"}, "fix"}, scope_metrics_filtered_of);
  codecs.check(kScopePlanFiltered, {left_out, "fix"}, scope_plan_filtered_of);
}

void check_ci(Codecs& codecs) {
  using namespace stages;
  constexpr Milliseconds kTook(3);
  codecs.check(kCiWatchPoll, {"a1", "pending", "build is not over", 2, kTook}, ci_watch_poll_of);
  codecs.check(kCiWatchFailure, {"a1", {"build"}, "CI is red"}, ci_watch_failure_of);
  codecs.check(kCiWatchEnd, {"a1", "blocked", "why", "do it", kTook}, ci_watch_end_of);
  codecs.check(kCiCommand, {"a1", "success", "why", kTook}, ci_command_of);
  codecs.check(kCiCause, {"a1", "build", "flaky", "why"}, ci_cause_of);
  codecs.check(kCiCritic, {2, "refused", "why"}, ci_critic_of);
  codecs.check(kReviewComment, {7, "ada", "owner", "asked", "a.c", 3, "why"}, review_comment_of);
  codecs.check(kReviewAnswer, {7, "committed", "b2", "why", true}, review_answer_of);
  codecs.check(kCiRepair, {"a1", "committed", "b2", 2, "why"}, ci_repair_of);
}

void check_coding(Codecs& codecs) {
  using namespace stages;
  constexpr Milliseconds kLong(3);
  codecs.check(kCodingTurn,
               {"implement", "implement-2", "implement", "claude:opus", "opus-5", 2, "failed",
                "why", "ab12", 10, 20, 3, 40, kLong},
               coding_turn_of);
  codecs.check(kCodingRescued,
               {"implement", "refs/pawl/rescue/x", "a1", {"inner"}, "/state/x", "why"},
               coding_rescued_of);
  codecs.check(kCodingStage, {"implement", "ab12", "a1", 2, 10, 20, 30, 1}, coding_stage_of);
  codecs.check(kCodingCommands, {"verify", 2, "a1", "failed", "exit code 2", kLong},
               coding_commands_of);
}

void check_groups(Codecs& codecs) {
  using namespace runner;
  codecs.check(kGroupReady, {"reviews", "a1", "b2", {"races-x-000001"}}, group_ready_of);
  codecs.check(kGroupMerged, {"reviews", "pick", "races", "merged", "a1", "why"}, group_merged_of);
}

void check_run(Codecs& codecs) {
  using namespace run;
  codecs.check(kRunBegin,
               {7, 8, "boot", "demo-0a1b2c", "/t", "/t/.git", "main", "b", "local", "m", "fix", "1",
                "c", "p", "d", "g/b"},
               run_begin_of);
  codecs.check(kRunClosed, {2}, run_closed_of);
  codecs.check(kRunDecided, {"skip", 2}, run_decided_of);
  codecs.check(kRunResumed, {7, 8, "boot", "WORKING", "work"}, run_resumed_of);
  codecs.check(kRunPhase, {"WORKING"}, run_phase_of);
  codecs.check(kRunHeartbeat, {7}, run_heartbeat_of);
  codecs.check(kRunInterrupted, {.signal = 15}, run_interrupted_of);
  codecs.check(kRunAborted, {"why", "infra", 75}, run_aborted_of);
  codecs.check(kRunExitClean, {"partial", 7, "why", "other"}, run_exit_clean_of);
  codecs.check(kRunOperation, {"reading"}, run_operation_of);
  codecs.check(kStageBegin, {"work", 2}, stage_begin_of);
  codecs.check(
      kStageEnd,
      {"work", "retry", "why", Milliseconds(3), "running", 7, "infra", Milliseconds(70), "plan"},
      stage_end_of);
  codecs.check(kSandboxLevel, {"full", "why"}, sandbox_level_of);
  codecs.check(kWorktreeReady, {"/w", "main", "c0"}, worktree_ready_of);
  codecs.check(kMetricMeasured, {"build", "pass", 0.75, "why", Milliseconds(3), "before"},
               metric_measured_of);
  codecs.check(kReportReady, {0.5, {"python"}, "report.json", "before"}, report_ready_of);
  codecs.check(kPlanReady, {.tasks = 2, .subtasks = 3, .source = "m", .artifact = "plan.json"},
               plan_ready_of);
  codecs.check(kMemoryGateway, {"recall", "gone", Milliseconds(3)}, memory_gateway_of);
  codecs.check(kPrOpened, {4, "u", "b", "h", true}, pr_opened_of);
  codecs.check(kRunLanded, {"main", "c2", "squash", "c1"}, run_landed_of);
  codecs.check(kRunBranchCost, {"g/a", "a-1", 3, 100, 20, 4'000, 1, 900}, run_branch_cost_of);
}

void check_landing(Codecs& codecs) {
  using namespace landing;
  codecs.check(kLandVerified, {"main", "c0", "c1", "c2", {"guards"}, {"tests of npm"}},
               land_verified_of);
  codecs.check(kLandRefused, {"main", "c1", "findings", "why"}, land_refused_of);
}

void check_work(Codecs& codecs) {
  using namespace run;
  codecs.check(kSubtaskBegin, {"T1", 2, std::vector<std::string>{"a.py"}}, subtask_begin_of);
  codecs.check(kSubtaskRefused, {"T1", 2, "syntax", {Json::object({{"rule", "r"}})}},
               subtask_refused_of);
  codecs.check(kSubtaskCommitted,
               {"T1", "c1", "fix: Mend", {"a.py"}, 2, "m", {"test_a"}, {{"t", "f", 3, 4, "told"}}},
               subtask_committed_of);
  codecs.check(kSubtaskFailed, {"T1", "why", 3, {"a.py"}, {"wrong"}, {"syntax/x"}, "m"},
               subtask_failed_of);
  codecs.check(kSubtaskSkipped, {"T1", "why", std::vector<std::string>{"a.py"}, "m"},
               subtask_skipped_of);
  codecs.check(kSubtaskReproduced, {"T1", {"t::a"}, {"t.py"}, 2, "m"}, subtask_reproduced_of);
  codecs.check(kWorkerSubtaskFailed, {"T1", "T1-S1", "Mend", {"a.py"}, "why"},
               worker_subtask_failed_of);
  codecs.check(kCriticBuildRetrySuccess, {"T1-S1", 2}, critic_build_retry_success_of);
  codecs.check(kEffectIntent, {"commit:T1", "commit", Json("c1")}, effect_intent_of);
  codecs.check(kEffectDone, {"commit:T1", "commit", Json("c1")}, effect_done_of);
  codecs.check(kEffectUnknown, {"commit:T1", "commit", "dark"}, effect_unknown_of);
}

TEST_CASE("what the struct of a kind says are the fields of its row, in both directions") {
  Codecs codecs;
  check_agents(codecs);
  check_chain(codecs);
  check_critics(codecs);
  check_dialogue(codecs);
  check_fleet(codecs);
  check_guards(codecs);
  check_llm(codecs);
  check_ci(codecs);
  check_coding(codecs);
  check_landing(codecs);
  check_groups(codecs);
  check_planner(codecs);
  check_run(codecs);
  check_work(codecs);
  for (const Table& table : tables()) {
    for (const EventKind* kind : table.kinds) {
      CAPTURE(kind->name);
      CHECK(codecs.seen.contains(kind->name));
    }
  }
}

TEST_CASE("each guard's refusals are a kind of their own, by the older program's names") {
  std::set<std::string_view> names;
  for (const EventKind* kind : guards::refusal_kinds()) {
    CAPTURE(kind->name);
    CHECK(names.insert(kind->name).second);
    CHECK(kind->name.starts_with("critic_"));
    CHECK(kind->name.ends_with(".fail"));
    const Event event =
        to_event(guards::Refusal{std::string(kind->name), "T1-S1", 2, "a.py", "why"});
    CHECK(event.kind == *kind);
    CHECK(event.data.dump() == R"({"subtask_id":"T1-S1","attempt":2,"path":"a.py","error":"why"})");
  }
  for (const char* name : {"critic_syntax_check.fail", "critic_ast_diff.fail", "critic_edit.fail",
                           "critic_test_regression.fail", "critic_build_retry.fail"}) {
    CHECK(names.contains(name));
  }
  for (const Table& table : tables()) {
    for (const EventKind* kind : table.kinds) CHECK_FALSE(names.contains(kind->name));
  }
}

TEST_CASE("older journals say some things in another way") {
  const auto event = [](const EventKind& kind, Json data) {
    return JournalEvent{
        .seq = 1, .at = {}, .name = std::string(kind.name), .data = std::move(data)};
  };
  CHECK(run::run_interrupted_of(event(run::kRunInterrupted, Json::object({{"signal", "SIGINT"}})))
            .name == "SIGINT");
  CHECK(run::run_interrupted_of(event(run::kRunInterrupted, Json::object())).name == "a signal");
  const Json ids = Json::array_of(std::vector<std::string>{"T1", "T2"});
  const run::PlanReady plan =
      run::plan_ready_of(event(run::kPlanReady, Json::object({{"subtasks", ids}})));
  CHECK(plan.subtask_ids == std::vector<std::string>{"T1", "T2"});
  CHECK(plan.subtasks == 0);
}

}  // namespace
}  // namespace pawl::cli::event_kinds_test
