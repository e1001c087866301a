#include "run/events.hpp"

#include <array>

#include "base/event_codec.hpp"
#include "run/work_events.hpp"

namespace pawl::run {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kRunBegin,          &kRunResumed,          &kRunPhase,
     &kRunHeartbeat,      &kRunInterrupted,      &kRunAborted,
     &kRunExitClean,      &kStageBegin,          &kStageEnd,
     &kRunOperation,      &kSandboxLevel,        &kWorktreeReady,
     &kMetricMeasured,    &kReportReady,         &kPlanReady,
     &kMemoryGateway,     &kSubtaskBegin,        &kSubtaskRefused,
     &kSubtaskCommitted,  &kSubtaskFailed,       &kSubtaskSkipped,
     &kSubtaskReproduced, &kWorkerSubtaskFailed, &kCriticBuildRetrySuccess,
     &kEffectIntent,      &kEffectDone,          &kEffectUnknown,
     &kPrOpened,          &kRunClosed,           &kRunDecided,
     &kRunLanded,         &kRunBranchCost});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, RunBegin& event) {
  visit("pid", event.pid);
  visit("started", event.started);
  visit("boot", event.boot);
  visit("run", event.run);
  visit("target", event.target);
  visit("repository", event.repository);
  visit("base", event.base);
  visit("branch", event.branch);
  visit("forge", event.forge);
  visit("model", event.model);
  visit("pipeline", event.pipeline);
  visit("version", event.version);
  visit.unless_empty("client", event.client);
  visit.unless_empty("parent", event.parent);
  visit.unless_empty("description", event.description);
  visit.unless_empty("branch_path", event.branch_path);
}

template <class Visit>
void event_fields(Visit& visit, RunResumed& event) {
  visit("pid", event.pid);
  visit("started", event.started);
  visit("boot", event.boot);
  visit("phase", event.phase);
  visit.unless_empty("from", event.from);
}

template <class Visit>
void event_fields(Visit& visit, RunPhase& event) {
  visit("phase", event.phase);
}

template <class Visit>
void event_fields(Visit& visit, RunHeartbeat& event) {
  visit("pid", event.pid);
}

template <class Visit>
void event_fields(Visit& visit, RunInterrupted& event) {
  visit("signal", event.signal);
}

template <class Visit>
void event_fields(Visit& visit, RunAborted& event) {
  visit("reason", event.reason);
  visit("class", event.bail_class);
  visit("exit", event.exit);
}

template <class Visit>
void event_fields(Visit& visit, RunExitClean& event) {
  visit("state", event.state);
  visit("exit", event.exit);
  visit("reason", event.reason);
  visit("class", event.bail_class);
}

template <class Visit>
void event_fields(Visit& visit, RunClosed& event) {
  visit("attempt", event.attempt);
}

template <class Visit>
void event_fields(Visit& visit, RunDecided& event) {
  visit("decision", event.decision);
  visit("attempt", event.attempt);
}

template <class Visit>
void event_fields(Visit& visit, StageBegin& event) {
  visit("stage", event.stage);
  visit("attempt", event.attempt);
}

template <class Visit>
void event_fields(Visit& visit, StageEnd& event) {
  visit("stage", event.stage);
  visit("outcome", event.outcome);
  visit("reason", event.reason);
  visit("ms", event.took);
  visit("state", event.state);
  visit("exit", event.exit);
  visit("class", event.bail_class);
  visit("after_ms", event.after);
  visit.unless_empty("go_on_at", event.go_on_at);
}

template <class Visit>
void event_fields(Visit& visit, RunOperation& event) {
  visit("text", event.text);
}

template <class Visit>
void event_fields(Visit& visit, SandboxLevel& event) {
  visit("level", event.level);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, WorktreeReady& event) {
  visit("path", event.path);
  visit("base", event.base);
  visit("commit", event.commit);
}

template <class Visit>
void event_fields(Visit& visit, MetricMeasured& event) {
  visit("metric", event.metric);
  visit("status", event.status);
  visit("score", event.score);
  visit("details", event.details);
  visit("ms", event.took);
  visit("when", event.when);
}

template <class Visit>
void event_fields(Visit& visit, ReportReady& event) {
  visit.or_null("overall", event.overall);
  visit("languages", event.languages);
  visit("artifact", event.artifact);
  visit("when", event.when);
}

template <class Visit>
void event_fields(Visit& visit, PlanReady& event) {
  visit("tasks", event.tasks);
  visit("subtasks", event.subtasks);
  visit("source", event.source);
  visit("artifact", event.artifact);
}

template <class Visit>
void event_fields(Visit& visit, MemoryGateway& event) {
  visit("call", event.call);
  visit("reason", event.reason);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, PrOpened& event) {
  visit("number", event.number);
  visit("url", event.url);
  visit("branch", event.branch);
  visit("head", event.head);
  visit("adopted", event.adopted);
}

template <class Visit>
void event_fields(Visit& visit, RunLanded& event) {
  visit("target", event.target);
  visit("commit", event.commit);
  visit("way", event.way);
  visit("head", event.head);
}

template <class Visit>
void event_fields(Visit& visit, RunBranchCost& event) {
  visit("branch", event.branch);
  visit("run", event.run);
  visit("calls", event.calls);
  visit("tokens_in", event.tokens_in);
  visit("tokens_out", event.tokens_out);
  visit("micros", event.micros);
  visit("unpriced", event.unpriced);
  visit("model_ms", event.model_ms);
}

// ---- the codecs

Event to_event(const RunBegin& event) { return encoded(kRunBegin, event); }
RunBegin run_begin_of(const JournalEvent& event) { return decoded<RunBegin>(event); }

Event to_event(const RunResumed& event) { return encoded(kRunResumed, event); }
RunResumed run_resumed_of(const JournalEvent& event) { return decoded<RunResumed>(event); }

Event to_event(const RunPhase& event) { return encoded(kRunPhase, event); }
RunPhase run_phase_of(const JournalEvent& event) { return decoded<RunPhase>(event); }

Event to_event(const RunHeartbeat& event) { return encoded(kRunHeartbeat, event); }
RunHeartbeat run_heartbeat_of(const JournalEvent& event) { return decoded<RunHeartbeat>(event); }

Event to_event(const RunInterrupted& event) { return encoded(kRunInterrupted, event); }
RunInterrupted run_interrupted_of(const JournalEvent& event) {
  RunInterrupted out = decoded<RunInterrupted>(event);
  out.name = event.data["signal"].string_or(out.name);
  return out;
}

Event to_event(const RunAborted& event) { return encoded(kRunAborted, event); }
RunAborted run_aborted_of(const JournalEvent& event) { return decoded<RunAborted>(event); }

Event to_event(const RunExitClean& event) { return encoded(kRunExitClean, event); }
RunExitClean run_exit_clean_of(const JournalEvent& event) { return decoded<RunExitClean>(event); }

Event to_event(const RunClosed& event) { return encoded(kRunClosed, event); }
RunClosed run_closed_of(const JournalEvent& event) { return decoded<RunClosed>(event); }

Event to_event(const RunDecided& event) { return encoded(kRunDecided, event); }
RunDecided run_decided_of(const JournalEvent& event) { return decoded<RunDecided>(event); }

Event to_event(const StageBegin& event) { return encoded(kStageBegin, event); }
StageBegin stage_begin_of(const JournalEvent& event) { return decoded<StageBegin>(event); }

Event to_event(const StageEnd& event) { return encoded(kStageEnd, event); }
StageEnd stage_end_of(const JournalEvent& event) { return decoded<StageEnd>(event); }

Event to_event(const RunOperation& event) { return encoded(kRunOperation, event); }
RunOperation run_operation_of(const JournalEvent& event) { return decoded<RunOperation>(event); }

Event to_event(const SandboxLevel& event) { return encoded(kSandboxLevel, event); }
SandboxLevel sandbox_level_of(const JournalEvent& event) { return decoded<SandboxLevel>(event); }

Event to_event(const WorktreeReady& event) { return encoded(kWorktreeReady, event); }
WorktreeReady worktree_ready_of(const JournalEvent& event) { return decoded<WorktreeReady>(event); }

Event to_event(const MetricMeasured& event) { return encoded(kMetricMeasured, event); }
MetricMeasured metric_measured_of(const JournalEvent& event) {
  return decoded<MetricMeasured>(event);
}

Event to_event(const ReportReady& event) { return encoded(kReportReady, event); }
ReportReady report_ready_of(const JournalEvent& event) { return decoded<ReportReady>(event); }

Event to_event(const PlanReady& event) { return encoded(kPlanReady, event); }
PlanReady plan_ready_of(const JournalEvent& event) {
  PlanReady out = decoded<PlanReady>(event);
  for (const Json& id : event.data["subtasks"].items()) {
    if (id.is_string()) out.subtask_ids.push_back(id.string_or(""));
  }
  return out;
}

Event to_event(const MemoryGateway& event) { return encoded(kMemoryGateway, event); }
MemoryGateway memory_gateway_of(const JournalEvent& event) { return decoded<MemoryGateway>(event); }

Event to_event(const PrOpened& event) { return encoded(kPrOpened, event); }
PrOpened pr_opened_of(const JournalEvent& event) { return decoded<PrOpened>(event); }

Event to_event(const RunLanded& event) { return encoded(kRunLanded, event); }
RunLanded run_landed_of(const JournalEvent& event) { return decoded<RunLanded>(event); }

Event to_event(const RunBranchCost& event) { return encoded(kRunBranchCost, event); }
RunBranchCost run_branch_cost_of(const JournalEvent& event) {
  return decoded<RunBranchCost>(event);
}

}  // namespace pawl::run
