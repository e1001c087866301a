// The kinds of events of work on subtasks, and of effects outside the process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "run/proven_test.hpp"

namespace pawl::run {

// An event of a subtask without an id is about none.

inline constexpr EventKind kSubtaskBegin{"subtask.begin", "subtask attempt hints",
                                         Durability::buffered, "work on a subtask started"};
struct SubtaskBegin {
  std::string subtask;
  std::optional<int> attempt;                     // from 1
  std::optional<std::vector<std::string>> hints;  // the paths it may touch
};
Event to_event(const SubtaskBegin& event);
SubtaskBegin subtask_begin_of(const JournalEvent& event);

inline constexpr EventKind kSubtaskRefused{"subtask.refused", "subtask attempt tier findings",
                                           Durability::durable,
                                           "an attempt was rolled back for its findings"};
struct SubtaskRefused {
  std::string subtask;
  std::optional<int> attempt;
  std::string tier;
  std::vector<Json> findings;  // as guards write them
};
Event to_event(const SubtaskRefused& event);
SubtaskRefused subtask_refused_of(const JournalEvent& event);

inline constexpr EventKind kSubtaskCommitted{
    "subtask.committed", "subtask commit message paths attempt model tests_fixed tests_added",
    Durability::durable, "a verified change was committed"};
struct SubtaskCommitted {
  std::string subtask;
  std::string commit;
  std::string message;  // its first line
  std::vector<std::string> paths;
  std::optional<int> attempt;
  std::string model;
  std::vector<std::string> tests_fixed;  // that failed before and pass now
  std::vector<ProvenTest> tests_added;   // where new tests were tried
};
Event to_event(const SubtaskCommitted& event);
SubtaskCommitted subtask_committed_of(const JournalEvent& event);

inline constexpr EventKind kSubtaskFailed{
    "subtask.failed", "subtask reason attempts paths failure_modes rules model",
    Durability::durable, "all attempts of a subtask are used up"};
struct SubtaskFailed {
  std::string subtask;
  std::string reason;
  std::optional<int> attempts;
  std::vector<std::string> paths;  // that the attempts would have changed
  std::vector<std::string> failure_modes;
  std::vector<std::string> rules;  // of guards that refused
  std::string model;
};
Event to_event(const SubtaskFailed& event);
SubtaskFailed subtask_failed_of(const JournalEvent& event);

inline constexpr EventKind kSubtaskSkipped{"subtask.skipped", "subtask reason paths model",
                                           Durability::durable, "a subtask needed no change"};
struct SubtaskSkipped {
  std::string subtask;
  std::string reason;
  // Of one that a model looked at.
  std::optional<std::vector<std::string>> paths;
  std::optional<std::string> model;
};
Event to_event(const SubtaskSkipped& event);
SubtaskSkipped subtask_skipped_of(const JournalEvent& event);

inline constexpr EventKind kSubtaskReproduced{
    "subtask.reproduced", "subtask tests paths attempt model", Durability::durable,
    "a test fails for what is reported; it waits for its fix"};
struct SubtaskReproduced {
  std::string subtask;
  std::vector<std::string> tests;  // ids of the runner
  std::vector<std::string> paths;  // of its files
  std::optional<int> attempt;
  std::string model;
};
Event to_event(const SubtaskReproduced& event);
SubtaskReproduced subtask_reproduced_of(const JournalEvent& event);

// The next two are reported once more, under the names and fields that programs written for the
// older one look for. Pawl does not read them.

inline constexpr EventKind kWorkerSubtaskFailed{
    "worker.subtask.failed", "task_id subtask_id title file_hints error", Durability::buffered,
    "all attempts of a subtask are used up"};
struct WorkerSubtaskFailed {
  std::string task_id;
  std::string subtask_id;
  std::string title;
  std::vector<std::string> file_hints;
  std::string error;  // at most 500 bytes
};
Event to_event(const WorkerSubtaskFailed& event);
WorkerSubtaskFailed worker_subtask_failed_of(const JournalEvent& event);

inline constexpr EventKind kCriticBuildRetrySuccess{"critic_build_retry.success",
                                                    "subtask_id attempt", Durability::buffered,
                                                    "a later attempt at a subtask was committed"};
struct CriticBuildRetrySuccess {
  std::string subtask_id;
  int attempt = 0;
};
Event to_event(const CriticBuildRetrySuccess& event);
CriticBuildRetrySuccess critic_build_retry_success_of(const JournalEvent& event);

inline constexpr EventKind kEffectIntent{"effect.intent", "key kind data", Durability::durable,
                                         "an effect outside the process is about to happen"};
struct EffectIntent {
  std::string key;   // the same for the same effect of the same run
  std::string kind;  // commit, publish, pull_request
  Json data;         // what is meant to be done
};
Event to_event(const EffectIntent& event);
EffectIntent effect_intent_of(const JournalEvent& event);

inline constexpr EventKind kEffectDone{"effect.done", "key kind data", Durability::durable,
                                       "the effect was confirmed"};
struct EffectDone {
  std::string key;
  std::string kind;
  Json data;  // what came of it
};
Event to_event(const EffectDone& event);
EffectDone effect_done_of(const JournalEvent& event);

inline constexpr EventKind kEffectUnknown{"effect.unknown", "key kind reason", Durability::durable,
                                          "nobody could tell whether the effect happened"};
struct EffectUnknown {
  std::string key;
  std::string kind;
  std::string reason;
};
Event to_event(const EffectUnknown& event);
EffectUnknown effect_unknown_of(const JournalEvent& event);

}  // namespace pawl::run
