#include "base/event.hpp"

#include <array>

namespace pawl {
namespace {

using enum EventKind;
using enum Durability;

constexpr auto kEvents = std::to_array<EventRow>({
    {run_begin, "run.begin",
     "run target repository base branch forge model pipeline pid started boot version", durable,
     "a run was made and its process started"},
    {run_resumed, "run.resumed", "pid started boot phase from", durable,
     "another process went on with the run"},
    {run_phase, "run.phase", "phase", buffered, "the run entered a phase"},
    {run_heartbeat, "run.heartbeat", "pid", buffered, "the run's process is alive; every 30 s"},
    {run_interrupted, "run.interrupted", "signal", durable,
     "a signal asked the run to stop; it can be resumed"},
    {run_aborted, "run.aborted", "reason class exit", durable,
     "the run ended in an error; it can be resumed"},
    {run_exit_clean, "run.exit_clean", "state exit reason class", durable,
     "the run came to its end"},
    {stage_begin, "stage.begin", "stage attempt", buffered, "a stage of the pipeline started"},
    {stage_end, "stage.end", "stage outcome reason ms state exit class after_ms go_on_at", durable,
     "a stage ended: done, partial, skipped, finish, bail, retry (after so long) or wait"},
    {operation, "run.operation", "text", buffered, "what the run is doing, for people"},
    {sandbox_level, "sandbox.level", "level reason", buffered,
     "how well commands of the target are confined on this machine"},
    {worktree_ready, "worktree.ready", "path base commit", durable,
     "the run's own worktree stands"},
    {metric_measured, "metric.measured", "metric status score details ms when", buffered,
     "an analyzer gave its verdict; when is before or after"},
    {report_ready, "report.ready", "overall languages artifact when", durable,
     "all analyzers are through"},
    {plan_ready, "plan.ready", "tasks subtasks source artifact", durable, "the plan stands"},
    {plan_dropped, "plan.dropped", "subtask reason", buffered,
     "a task or subtask was left out of the plan"},
    {plan_occam_filter, "plan.occam_filter",
     "filtered_subtasks tasks_dropped kept_subtasks total_subtasks threshold", durable,
     "subtasks were left out because earlier runs failed at their files"},
    {memory_gateway, "memory.gateway", "call reason ms", buffered,
     "the gateway of the memory failed; this run goes on without it"},
    {plan_rule, "plan.rule", "rule added rewritten dropped kept", buffered,
     "a rule changed the plan: what it did to which subtask, and why"},
    {plan_real_bug, "plan.real_bug_synthesized",
     "synthesized_task_id failing_test_count failing_test_sample source_files subtasks_created",
     buffered, "tests fail and no task was about them: T000 was added"},
    {plan_tests_rewritten, "plan.occam_rewrite", "before after task_id subtasks_rewritten",
     buffered, "subtasks that pointed at failing tests point at what these test"},
    {plan_readme_banished, "plan.readme_banished", "dropped_subtasks drop_count tasks_removed",
     buffered, "work on nothing but READMEs was left out"},
    {scope_metrics_filtered, "scope.metrics_filtered", "metrics_kept metrics_dropped scope",
     buffered, "a run that is narrowed to one kind of work passes over other metrics"},
    {scope_plan_filtered, "scope.plan_filtered", "scope dropped_subtasks drop_count tasks_removed",
     buffered, "work out of the scope of a narrowed run was left out"},
    {llm_prompt, "llm.prompt", "role purpose model context limit tokens bytes_per_token blocks",
     buffered,
     "a question was fitted into its limit: of each block its tokens and what was left out"},
    {llm_call, "llm.call",
     "role model attempt ms tokens_in tokens_out finish outcome error record cost", durable,
     "one request to a chat model and its answer"},
    {llm_retry, "llm.retry", "role attempt wait_ms reason", buffered,
     "a request failed in a way that may pass; it is sent again"},
    {llm_adapted, "llm.adapted", "role model without reason", buffered,
     "an endpoint refused a part of a request; it is left out from now on"},
    {llm_fallback, "llm.fallback", "role model next reason", durable,
     "a model could not be asked; the next one of its role is"},
    {llm_circuit, "llm.circuit", "model state failures reason", durable,
     "a model that keeps failing is left alone (open), tried again (half_open) or back (closed)"},
    {budget_exhausted, "budget.exhausted", "scope unit limit spent reserved wanted", durable,
     "a budget does not hold the next call to a model"},
    {json_repaired, "llm.json", "role steps violations", buffered,
     "how the JSON of an answer was found and mended"},
    {subtask_begin, "subtask.begin", "subtask attempt hints", buffered,
     "work on a subtask started"},
    {subtask_refused, "subtask.refused", "subtask attempt tier findings", durable,
     "an attempt was rolled back for its findings"},
    {subtask_committed, "subtask.committed",
     "subtask commit message paths attempt model tests_fixed tests_added", durable,
     "a verified change was committed"},
    {subtask_failed, "subtask.failed", "subtask reason attempts paths failure_modes rules model",
     durable, "all attempts of a subtask are used up"},
    {subtask_skipped, "subtask.skipped", "subtask reason paths model", durable,
     "a subtask needed no change"},
    {guard_verdict, "guard.verdict", "subtask attempt guard ruling findings reason ms", buffered,
     "one guard judged one change"},
    {guard_refused, "guard.refused", "subtask attempt guard event path line message", buffered,
     "one finding that refused a change"},
    {effect_intent, "effect.intent", "key kind data", durable,
     "an effect outside the process is about to happen"},
    {effect_done, "effect.done", "key kind data", durable, "the effect was confirmed"},
    {effect_unknown, "effect.unknown", "key kind reason", durable,
     "nobody could tell whether the effect happened"},
    {pr_opened, "pr.opened", "number url branch head adopted", durable,
     "the pull request of the run exists"},
    {span, "span", "name id parent ms ok data", buffered, "a piece of work and how long it took"},
});

constexpr bool in_order() {
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    if (static_cast<std::size_t>(kEvents[i].kind) != i) return false;
  }
  return true;
}
static_assert(in_order(), "event rows stand in the order of EventKind");

}  // namespace

std::span<const EventRow> event_table() { return kEvents; }
const EventRow& event_row(EventKind kind) { return kEvents[static_cast<std::size_t>(kind)]; }

}  // namespace pawl
