// The kinds of events that a run consists of: those that change its state, and what is told with
// them.
#pragma once

#include <span>

#include "base/event.hpp"

namespace pawl::run {

inline constexpr EventKind kRunBegin{
    "run.begin", "run target repository base branch forge model pipeline pid started boot version",
    Durability::durable, "a run was made and its process started"};
inline constexpr EventKind kRunResumed{"run.resumed", "pid started boot phase from",
                                       Durability::durable, "another process went on with the run"};
inline constexpr EventKind kRunPhase{"run.phase", "phase", Durability::buffered,
                                     "the run entered a phase"};
inline constexpr EventKind kRunHeartbeat{"run.heartbeat", "pid", Durability::buffered,
                                         "the run's process is alive; every 30 s"};
inline constexpr EventKind kRunInterrupted{"run.interrupted", "signal", Durability::durable,
                                           "a signal asked the run to stop; it can be resumed"};
inline constexpr EventKind kRunAborted{"run.aborted", "reason class exit", Durability::durable,
                                       "the run ended in an error; it can be resumed"};
inline constexpr EventKind kRunExitClean{"run.exit_clean", "state exit reason class",
                                         Durability::durable, "the run came to its end"};
inline constexpr EventKind kStageBegin{"stage.begin", "stage attempt", Durability::buffered,
                                       "a stage of the pipeline started"};
inline constexpr EventKind kStageEnd{
    "stage.end", "stage outcome reason ms state exit class after_ms go_on_at", Durability::durable,
    "a stage ended: done, partial, skipped, finish, bail, retry (after so long) or wait"};
inline constexpr EventKind kRunOperation{"run.operation", "text", Durability::buffered,
                                         "what the run is doing, for people"};
inline constexpr EventKind kSandboxLevel{
    "sandbox.level", "level reason", Durability::buffered,
    "how well commands of the target are confined on this machine"};
inline constexpr EventKind kWorktreeReady{"worktree.ready", "path base commit", Durability::durable,
                                          "the run's own worktree stands"};
inline constexpr EventKind kMetricMeasured{"metric.measured", "metric status score details ms when",
                                           Durability::buffered,
                                           "an analyzer gave its verdict; when is before or after"};
inline constexpr EventKind kReportReady{"report.ready", "overall languages artifact when",
                                        Durability::durable, "all analyzers are through"};
inline constexpr EventKind kPlanReady{"plan.ready", "tasks subtasks source artifact",
                                      Durability::durable, "the plan stands"};
inline constexpr EventKind kMemoryGateway{
    "memory.gateway", "call reason ms", Durability::buffered,
    "the gateway of the memory failed; this run goes on without it"};
inline constexpr EventKind kSubtaskBegin{"subtask.begin", "subtask attempt hints",
                                         Durability::buffered, "work on a subtask started"};
inline constexpr EventKind kSubtaskRefused{"subtask.refused", "subtask attempt tier findings",
                                           Durability::durable,
                                           "an attempt was rolled back for its findings"};
inline constexpr EventKind kSubtaskCommitted{
    "subtask.committed", "subtask commit message paths attempt model tests_fixed tests_added",
    Durability::durable, "a verified change was committed"};
inline constexpr EventKind kSubtaskFailed{
    "subtask.failed", "subtask reason attempts paths failure_modes rules model",
    Durability::durable, "all attempts of a subtask are used up"};
inline constexpr EventKind kSubtaskSkipped{"subtask.skipped", "subtask reason paths model",
                                           Durability::durable, "a subtask needed no change"};
inline constexpr EventKind kEffectIntent{"effect.intent", "key kind data", Durability::durable,
                                         "an effect outside the process is about to happen"};
inline constexpr EventKind kEffectDone{"effect.done", "key kind data", Durability::durable,
                                       "the effect was confirmed"};
inline constexpr EventKind kEffectUnknown{"effect.unknown", "key kind reason", Durability::durable,
                                          "nobody could tell whether the effect happened"};
inline constexpr EventKind kPrOpened{"pr.opened", "number url branch head adopted",
                                     Durability::durable, "the pull request of the run exists"};

// All of them.
std::span<const EventKind* const> event_kinds();

}  // namespace pawl::run
