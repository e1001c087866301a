#include "planner/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::planner {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kPlanDropped, &kPlanOccamFilter, &kPlanRule, &kPlanRealBugSynthesized, &kPlanOccamRewrite,
     &kPlanReadmeBanished, &kScopeMetricsFiltered, &kScopePlanFiltered});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, PlanDropped& event) {
  visit("subtask", event.subtask);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskFiltered& event) {
  visit("subtask_id", event.subtask_id);
  visit("title", event.title);
  visit("file_hints", event.file_hints);
  visit("path", event.path);
  visit("max_fail_count", event.max_fail_count);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, TaskFiltered& event) {
  visit("task_id", event.task_id);
  visit("title", event.title);
}

template <class Visit>
void event_fields(Visit& visit, PlanOccamFilter& event) {
  visit("filtered_subtasks", event.filtered_subtasks);
  visit("tasks_dropped", event.tasks_dropped);
  visit("kept_subtasks", event.kept_subtasks);
  visit("total_subtasks", event.total_subtasks);
  visit("threshold", event.threshold);
}

template <class Visit>
void event_fields(Visit& visit, PlanNote& event) {
  visit("what", event.what);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, PlanRuleApplied& event) {
  visit("rule", event.rule);
  visit("added", event.added);
  visit("rewritten", event.rewritten);
  visit("dropped", event.dropped);
  visit("kept", event.kept);
}

template <class Visit>
void event_fields(Visit& visit, PlanRealBug& event) {
  visit("synthesized_task_id", event.synthesized_task_id);
  visit("failing_test_count", event.failing_test_count);
  visit("failing_test_sample", event.failing_test_sample);
  visit("source_files", event.source_files);
  visit("subtasks_created", event.subtasks_created);
}

template <class Visit>
void event_fields(Visit& visit, PlanTestsRewritten& event) {
  visit("before", event.before);
  visit("after", event.after);
  visit("task_id", event.task_id);
  visit("subtasks_rewritten", event.subtasks_rewritten);
}

template <class Visit>
void event_fields(Visit& visit, SubtaskLeftOut& event) {
  visit("task_id", event.task_id);
  visit("subtask_id", event.subtask_id);
  visit("title", event.title);
  visit("file_hints", event.file_hints);
}

template <class Visit>
void event_fields(Visit& visit, SubtasksLeftOut& event) {
  visit("dropped_subtasks", event.subtasks);
  visit("drop_count", event.count);
  visit("tasks_removed", event.tasks_removed);
}

template <class Visit>
void event_fields(Visit& visit, PlanReadmeBanished& event) {
  event_fields(visit, event.left_out);
}

template <class Visit>
void event_fields(Visit& visit, ScopeMetricsFiltered& event) {
  visit("metrics_kept", event.metrics_kept);
  visit("metrics_dropped", event.metrics_dropped);
  visit("scope", event.scope);
}

template <class Visit>
void event_fields(Visit& visit, ScopePlanFiltered& event) {
  event_fields(visit, event.left_out);
  visit("scope", event.scope);
}

// ---- the codecs

Event to_event(const PlanDropped& event) { return encoded(kPlanDropped, event); }
PlanDropped plan_dropped_of(const JournalEvent& event) { return decoded<PlanDropped>(event); }

Event to_event(const PlanOccamFilter& event) { return encoded(kPlanOccamFilter, event); }
PlanOccamFilter plan_occam_filter_of(const JournalEvent& event) {
  return decoded<PlanOccamFilter>(event);
}

Event to_event(const PlanRuleApplied& event) { return encoded(kPlanRule, event); }
PlanRuleApplied plan_rule_applied_of(const JournalEvent& event) {
  return decoded<PlanRuleApplied>(event);
}

Event to_event(const PlanRealBug& event) { return encoded(kPlanRealBugSynthesized, event); }
PlanRealBug plan_real_bug_of(const JournalEvent& event) { return decoded<PlanRealBug>(event); }

Event to_event(const PlanTestsRewritten& event) { return encoded(kPlanOccamRewrite, event); }
PlanTestsRewritten plan_tests_rewritten_of(const JournalEvent& event) {
  return decoded<PlanTestsRewritten>(event);
}

Event to_event(const PlanReadmeBanished& event) { return encoded(kPlanReadmeBanished, event); }
PlanReadmeBanished plan_readme_banished_of(const JournalEvent& event) {
  return decoded<PlanReadmeBanished>(event);
}

Event to_event(const ScopeMetricsFiltered& event) { return encoded(kScopeMetricsFiltered, event); }
ScopeMetricsFiltered scope_metrics_filtered_of(const JournalEvent& event) {
  return decoded<ScopeMetricsFiltered>(event);
}

Event to_event(const ScopePlanFiltered& event) { return encoded(kScopePlanFiltered, event); }
ScopePlanFiltered scope_plan_filtered_of(const JournalEvent& event) {
  return decoded<ScopePlanFiltered>(event);
}

}  // namespace pawl::planner
