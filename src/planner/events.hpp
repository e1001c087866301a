// The kinds of events that record what became of a plan before it was final: of each its row, its
// data, and the codec of that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::planner {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kPlanDropped{"plan.dropped", "subtask reason", Durability::buffered,
                                        "a task or subtask was left out of the plan"};
struct PlanDropped {
  std::string subtask;
  std::string reason;
};
Event to_event(const PlanDropped& event);
PlanDropped plan_dropped_of(const JournalEvent& event);

struct SubtaskFiltered {
  std::string subtask_id;
  std::string title;
  std::vector<std::string> file_hints;
  std::string path;        // the hint with the most failures
  int max_fail_count = 0;  // of it
  std::string reason;
};
struct TaskFiltered {
  std::string task_id;
  std::string title;
};
inline constexpr EventKind kPlanOccamFilter{
    "plan.occam_filter", "filtered_subtasks tasks_dropped kept_subtasks total_subtasks threshold",
    Durability::durable, "subtasks were left out because earlier runs failed at their files"};
struct PlanOccamFilter {
  std::vector<SubtaskFiltered> filtered_subtasks;
  std::vector<TaskFiltered> tasks_dropped;
  std::size_t kept_subtasks = 0;
  std::size_t total_subtasks = 0;
  int threshold = 0;
};
Event to_event(const PlanOccamFilter& event);
PlanOccamFilter plan_occam_filter_of(const JournalEvent& event);

// One thing a rule did, reported in the plan's output and in the journal.
struct PlanNote {
  std::string what;  // id of the subtask or task
  std::string reason;
  bool operator==(const PlanNote&) const = default;
};
inline constexpr EventKind kPlanRule{
    "plan.rule", "rule added rewritten dropped kept", Durability::buffered,
    "a rule changed the plan: what it did to which subtask, and why"};
struct PlanRuleApplied {
  std::string rule;
  std::vector<PlanNote> added;
  std::vector<PlanNote> rewritten;
  std::vector<PlanNote> dropped;
  std::vector<PlanNote> kept;
};
Event to_event(const PlanRuleApplied& event);
PlanRuleApplied plan_rule_applied_of(const JournalEvent& event);

inline constexpr EventKind kPlanRealBugSynthesized{
    "plan.real_bug_synthesized",
    "synthesized_task_id failing_test_count failing_test_sample source_files subtasks_created",
    Durability::buffered, "tests fail and no task was about them: T000 was added"};
struct PlanRealBug {
  std::string synthesized_task_id;
  std::size_t failing_test_count = 0;
  std::vector<std::string> failing_test_sample;
  std::vector<std::string> source_files;
  std::size_t subtasks_created = 0;
};
Event to_event(const PlanRealBug& event);
PlanRealBug plan_real_bug_of(const JournalEvent& event);

inline constexpr EventKind kPlanOccamRewrite{
    "plan.occam_rewrite", "before after task_id subtasks_rewritten", Durability::buffered,
    "subtasks that pointed at failing tests point at what these test"};
struct PlanTestsRewritten {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::string task_id;  // the first
  std::size_t subtasks_rewritten = 0;
};
Event to_event(const PlanTestsRewritten& event);
PlanTestsRewritten plan_tests_rewritten_of(const JournalEvent& event);

// A subtask that a rule left out.
struct SubtaskLeftOut {
  std::string task_id;
  std::string subtask_id;
  std::string title;
  std::vector<std::string> file_hints;
};
struct SubtasksLeftOut {
  std::vector<SubtaskLeftOut> subtasks;
  std::size_t count = 0;
  std::size_t tasks_removed = 0;  // they had no subtask left
};

inline constexpr EventKind kPlanReadmeBanished{
    "plan.readme_banished", "dropped_subtasks drop_count tasks_removed", Durability::buffered,
    "work on nothing but READMEs was left out"};
struct PlanReadmeBanished {
  SubtasksLeftOut left_out;
};
Event to_event(const PlanReadmeBanished& event);
PlanReadmeBanished plan_readme_banished_of(const JournalEvent& event);

inline constexpr EventKind kScopeMetricsFiltered{
    "scope.metrics_filtered", "metrics_kept metrics_dropped scope", Durability::buffered,
    "a run that is narrowed to one kind of work passes over other metrics"};
struct ScopeMetricsFiltered {
  std::vector<std::string> metrics_kept;
  std::vector<std::string> metrics_dropped;
  std::string scope;
};
Event to_event(const ScopeMetricsFiltered& event);
ScopeMetricsFiltered scope_metrics_filtered_of(const JournalEvent& event);

inline constexpr EventKind kScopePlanFiltered{
    "scope.plan_filtered", "scope dropped_subtasks drop_count tasks_removed", Durability::buffered,
    "work out of the scope of a narrowed run was left out"};
struct ScopePlanFiltered {
  SubtasksLeftOut left_out;
  std::string scope;
};
Event to_event(const ScopePlanFiltered& event);
ScopePlanFiltered scope_plan_filtered_of(const JournalEvent& event);

}  // namespace pawl::planner
