#include "run/work_events.hpp"

#include "base/event_codec.hpp"

namespace pawl::run {

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, ProvenTest& event) {
  visit("test", event.test);
  visit("file", event.file);
  visit("noticed", event.noticed);
  visit("tried", event.tried);
  visit("told", event.told);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskBegin& event) {
  visit("subtask", event.subtask);
  visit("attempt", event.attempt);
  visit("hints", event.hints);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskRefused& event) {
  visit("subtask", event.subtask);
  visit("attempt", event.attempt);
  visit("tier", event.tier);
  visit("findings", event.findings);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskCommitted& event) {
  visit("subtask", event.subtask);
  visit("commit", event.commit);
  visit("message", event.message);
  visit("paths", event.paths);
  visit("attempt", event.attempt);
  visit("model", event.model);
  visit("tests_fixed", event.tests_fixed);
  visit("tests_added", event.tests_added);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskFailed& event) {
  visit("subtask", event.subtask);
  visit("reason", event.reason);
  visit("attempts", event.attempts);
  visit("paths", event.paths);
  visit("failure_modes", event.failure_modes);
  visit("rules", event.rules);
  visit("model", event.model);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskSkipped& event) {
  visit("subtask", event.subtask);
  visit("reason", event.reason);
  visit("paths", event.paths);
  visit("model", event.model);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskReproduced& event) {
  visit("subtask", event.subtask);
  visit("tests", event.tests);
  visit("paths", event.paths);
  visit("attempt", event.attempt);
  visit("model", event.model);
}

template <class Visit>
void event_fields(Visit& visit, WorkerSubtaskFailed& event) {
  visit("task_id", event.task_id);
  visit("subtask_id", event.subtask_id);
  visit("title", event.title);
  visit("file_hints", event.file_hints);
  visit("error", event.error);
}

template <class Visit>
void event_fields(Visit& visit, CriticBuildRetrySuccess& event) {
  visit("subtask_id", event.subtask_id);
  visit("attempt", event.attempt);
}

template <class Visit>
void event_fields(Visit& visit, EffectIntent& event) {
  visit("key", event.key);
  visit("kind", event.kind);
  visit("data", event.data);
}

template <class Visit>
void event_fields(Visit& visit, EffectDone& event) {
  visit("key", event.key);
  visit("kind", event.kind);
  visit("data", event.data);
}

template <class Visit>
void event_fields(Visit& visit, EffectUnknown& event) {
  visit("key", event.key);
  visit("kind", event.kind);
  visit("reason", event.reason);
}

// ---- the codecs

Event to_event(const SubtaskBegin& event) { return encoded(kSubtaskBegin, event); }
SubtaskBegin subtask_begin_of(const JournalEvent& event) { return decoded<SubtaskBegin>(event); }

Event to_event(const SubtaskRefused& event) { return encoded(kSubtaskRefused, event); }
SubtaskRefused subtask_refused_of(const JournalEvent& event) {
  return decoded<SubtaskRefused>(event);
}

Event to_event(const SubtaskCommitted& event) { return encoded(kSubtaskCommitted, event); }
SubtaskCommitted subtask_committed_of(const JournalEvent& event) {
  return decoded<SubtaskCommitted>(event);
}

Event to_event(const SubtaskFailed& event) { return encoded(kSubtaskFailed, event); }
SubtaskFailed subtask_failed_of(const JournalEvent& event) { return decoded<SubtaskFailed>(event); }

Event to_event(const SubtaskSkipped& event) { return encoded(kSubtaskSkipped, event); }
SubtaskSkipped subtask_skipped_of(const JournalEvent& event) {
  return decoded<SubtaskSkipped>(event);
}

Event to_event(const SubtaskReproduced& event) { return encoded(kSubtaskReproduced, event); }
SubtaskReproduced subtask_reproduced_of(const JournalEvent& event) {
  return decoded<SubtaskReproduced>(event);
}

Event to_event(const WorkerSubtaskFailed& event) { return encoded(kWorkerSubtaskFailed, event); }
WorkerSubtaskFailed worker_subtask_failed_of(const JournalEvent& event) {
  return decoded<WorkerSubtaskFailed>(event);
}

Event to_event(const CriticBuildRetrySuccess& event) {
  return encoded(kCriticBuildRetrySuccess, event);
}
CriticBuildRetrySuccess critic_build_retry_success_of(const JournalEvent& event) {
  return decoded<CriticBuildRetrySuccess>(event);
}

Event to_event(const EffectIntent& event) { return encoded(kEffectIntent, event); }
EffectIntent effect_intent_of(const JournalEvent& event) { return decoded<EffectIntent>(event); }

Event to_event(const EffectDone& event) { return encoded(kEffectDone, event); }
EffectDone effect_done_of(const JournalEvent& event) { return decoded<EffectDone>(event); }

Event to_event(const EffectUnknown& event) { return encoded(kEffectUnknown, event); }
EffectUnknown effect_unknown_of(const JournalEvent& event) { return decoded<EffectUnknown>(event); }

}  // namespace pawl::run
