// The kinds of events that a run consists of: those that change its state, whoever writes them, and
// those that narrate it. Of each kind its row, what it says, and the codec of that; work on
// subtasks and effects are in work_events.hpp. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::run {

// All kinds of this module, also those of work_events.hpp.
std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kRunBegin{
    "run.begin",
    "run target repository base branch forge model pipeline pid started boot version client parent "
    "description branch_path",
    Durability::durable, "a run was made and its process started"};
struct RunBegin {
  int pid = 0;
  std::uint64_t started = 0;  // start time of the process, kernel ticks
  std::string boot;
  std::string run;
  std::string target;      // as the user named it, resolved
  std::string repository;  // git::Target::key; absent in older journals
  std::string base;        // branch
  std::string branch;
  std::string forge;
  std::string model;
  std::string pipeline;  // absent in older journals
  std::string version;   // of Pawl
  // Only where there is one.
  std::string client;       // the coding agent, `provider:model`
  std::string parent;       // the run that launched it
  std::string description;  // for people
  std::string branch_path;  // of a branch of a parallel group: its node in `parent`
};
Event to_event(const RunBegin& event);
RunBegin run_begin_of(const JournalEvent& event);

inline constexpr EventKind kRunResumed{"run.resumed", "pid started boot phase from",
                                       Durability::durable, "another process went on with the run"};
struct RunResumed {
  int pid = 0;
  std::uint64_t started = 0;  // start time of the process, kernel ticks
  std::string boot;
  std::string phase;
  std::string from;  // the node it goes on at, where a person named one
};
Event to_event(const RunResumed& event);
RunResumed run_resumed_of(const JournalEvent& event);

inline constexpr EventKind kRunPhase{"run.phase", "phase", Durability::buffered,
                                     "the run entered a phase"};
struct RunPhase {
  std::string phase;
};
Event to_event(const RunPhase& event);
RunPhase run_phase_of(const JournalEvent& event);

inline constexpr EventKind kRunHeartbeat{"run.heartbeat", "pid", Durability::buffered,
                                         "the run's process is alive; every 30 s"};
struct RunHeartbeat {
  int pid = 0;
};
Event to_event(const RunHeartbeat& event);
RunHeartbeat run_heartbeat_of(const JournalEvent& event);

inline constexpr EventKind kRunInterrupted{"run.interrupted", "signal", Durability::durable,
                                           "a signal asked the run to stop; it can be resumed"};
struct RunInterrupted {
  std::optional<int> signal;
  std::string name = "a signal";  // only read: older journals name it
};
Event to_event(const RunInterrupted& event);
RunInterrupted run_interrupted_of(const JournalEvent& event);

inline constexpr EventKind kRunAborted{"run.aborted", "reason class exit", Durability::durable,
                                       "the run ended in an error; it can be resumed"};
struct RunAborted {
  std::string reason;
  std::string bail_class;
  int exit = 1;
};
Event to_event(const RunAborted& event);
RunAborted run_aborted_of(const JournalEvent& event);

inline constexpr EventKind kRunExitClean{"run.exit_clean", "state exit reason class",
                                         Durability::durable, "the run came to its end"};
struct RunExitClean {
  std::string state;  // a run::RunStatus; newer ones are kept as they are
  int exit = 0;
  std::string reason;
  std::string bail_class;
};
Event to_event(const RunExitClean& event);
RunExitClean run_exit_clean_of(const JournalEvent& event);

inline constexpr EventKind kRunClosed{"run.closed", "attempt", Durability::durable,
                                      "a person does not want to see the run any more; it ended "
                                      "before"};
struct RunClosed {
  int attempt = 0;  // the one that had ended
};
Event to_event(const RunClosed& event);
RunClosed run_closed_of(const JournalEvent& event);

inline constexpr EventKind kRunDecided{"run.decided", "decision attempt", Durability::durable,
                                       "a person said what is to be taken for the outcome of an "
                                       "attempt that ended without one"};
struct RunDecided {
  std::string decision;  // ack: its work is in the target; skip: it goes without
  int attempt = 0;       // the one it is about: it says nothing of later ones
};
Event to_event(const RunDecided& event);
RunDecided run_decided_of(const JournalEvent& event);

inline constexpr EventKind kStageBegin{"stage.begin", "stage attempt", Durability::buffered,
                                       "a stage of the pipeline started"};
struct StageBegin {
  std::string stage;           // its path
  std::optional<int> attempt;  // from the second on
};
Event to_event(const StageBegin& event);
StageBegin stage_begin_of(const JournalEvent& event);

inline constexpr EventKind kStageEnd{
    "stage.end", "stage outcome reason ms state exit class after_ms go_on_at", Durability::durable,
    "a stage ended: done, partial, skipped, finish, bail, retry (after so long) or wait"};
struct StageEnd {
  std::string stage;    // its path
  std::string outcome;  // a pipeline::OutcomeKind
  std::string reason;
  Milliseconds took{0};
  // Of an outcome that is neither done nor skipped.
  std::optional<std::string> state;
  std::optional<int> exit;
  std::optional<std::string> bail_class;
  std::optional<Milliseconds> after;  // of retry
  std::string go_on_at;               // path of the node a resume begins at
};
Event to_event(const StageEnd& event);
StageEnd stage_end_of(const JournalEvent& event);

inline constexpr EventKind kRunOperation{"run.operation", "text", Durability::buffered,
                                         "what the run is doing, for people"};
struct RunOperation {
  std::string text;
};
Event to_event(const RunOperation& event);
RunOperation run_operation_of(const JournalEvent& event);

inline constexpr EventKind kSandboxLevel{
    "sandbox.level", "level reason", Durability::buffered,
    "how well commands of the target are confined on this machine"};
struct SandboxLevel {
  std::string level;  // an os::SandboxLevel
  std::string reason;
};
Event to_event(const SandboxLevel& event);
SandboxLevel sandbox_level_of(const JournalEvent& event);

inline constexpr EventKind kWorktreeReady{"worktree.ready", "path base commit", Durability::durable,
                                          "the run's own worktree stands"};
struct WorktreeReady {
  std::string path;
  std::string base;  // branch; absent in older journals
  std::string commit;
};
Event to_event(const WorktreeReady& event);
WorktreeReady worktree_ready_of(const JournalEvent& event);

inline constexpr EventKind kMetricMeasured{"metric.measured", "metric status score details ms when",
                                           Durability::buffered,
                                           "an analyzer gave its verdict; when is before or after"};
struct MetricMeasured {
  std::string metric;
  std::string status;  // an analyzers::MetricStatus
  double score = 0;
  std::string details;
  Milliseconds took{0};
  std::string when;  // before, after
};
Event to_event(const MetricMeasured& event);
MetricMeasured metric_measured_of(const JournalEvent& event);

inline constexpr EventKind kReportReady{"report.ready", "overall languages artifact when",
                                        Durability::durable, "all analyzers are through"};
struct ReportReady {
  std::optional<double> overall;
  std::vector<std::string> languages;
  std::string artifact;
  std::string when;  // before, after
};
Event to_event(const ReportReady& event);
ReportReady report_ready_of(const JournalEvent& event);

inline constexpr EventKind kPlanReady{"plan.ready", "tasks subtasks source artifact",
                                      Durability::durable, "the plan stands"};
struct PlanReady {
  std::int64_t tasks = 0;
  std::int64_t subtasks = 0;
  std::string source;  // `file:plan.json`, or the model
  std::string artifact;
  std::vector<std::string> subtask_ids;  // only read: older journals list them
};
Event to_event(const PlanReady& event);
PlanReady plan_ready_of(const JournalEvent& event);

inline constexpr EventKind kMemoryGateway{
    "memory.gateway", "call reason ms", Durability::buffered,
    "the gateway of the memory failed; this run goes on without it"};
struct MemoryGateway {
  std::string call;
  std::string reason;
  Milliseconds took{0};
};
Event to_event(const MemoryGateway& event);
MemoryGateway memory_gateway_of(const JournalEvent& event);

inline constexpr EventKind kPrOpened{"pr.opened", "number url branch head adopted",
                                     Durability::durable, "the pull request of the run exists"};
struct PrOpened {
  std::int64_t number = 0;
  std::string url;
  std::string branch;
  std::string head;
  bool adopted = false;  // it was there already
};
Event to_event(const PrOpened& event);
PrOpened pr_opened_of(const JournalEvent& event);

inline constexpr EventKind kRunLanded{"run.landed", "target commit way head", Durability::durable,
                                      "the work of the run was proven to be in a branch"};
struct RunLanded {
  std::string target;  // branch
  std::string commit;  // of the branch, that brought the work or holds it
  std::string way;     // a landing::Way
  std::string head;    // of the work
};
Event to_event(const RunLanded& event);
RunLanded run_landed_of(const JournalEvent& event);

inline constexpr EventKind kRunBranchCost{
    "run.branch_cost", "branch run calls tokens_in tokens_out micros unpriced model_ms",
    Durability::durable,
    "what a branch of a group used since it was last asked; the account of the day has it already"};
struct RunBranchCost {
  std::string branch;  // its path
  std::string run;
  std::int64_t calls = 0;
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t micros = 0;
  std::int64_t unpriced = 0;
  std::int64_t model_ms = 0;
  bool operator==(const RunBranchCost&) const = default;
};
Event to_event(const RunBranchCost& event);
RunBranchCost run_branch_cost_of(const JournalEvent& event);

}  // namespace pawl::run
