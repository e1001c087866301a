// The kinds of events that tell what became of a plan before it stood.
#pragma once

#include <span>

#include "base/event.hpp"

namespace pawl::planner {

inline constexpr EventKind kPlanDropped{"plan.dropped", "subtask reason", Durability::buffered,
                                        "a task or subtask was left out of the plan"};
inline constexpr EventKind kPlanOccamFilter{
    "plan.occam_filter", "filtered_subtasks tasks_dropped kept_subtasks total_subtasks threshold",
    Durability::durable, "subtasks were left out because earlier runs failed at their files"};
inline constexpr EventKind kPlanRule{
    "plan.rule", "rule added rewritten dropped kept", Durability::buffered,
    "a rule changed the plan: what it did to which subtask, and why"};
inline constexpr EventKind kPlanRealBugSynthesized{
    "plan.real_bug_synthesized",
    "synthesized_task_id failing_test_count failing_test_sample source_files subtasks_created",
    Durability::buffered, "tests fail and no task was about them: T000 was added"};
inline constexpr EventKind kPlanOccamRewrite{
    "plan.occam_rewrite", "before after task_id subtasks_rewritten", Durability::buffered,
    "subtasks that pointed at failing tests point at what these test"};
inline constexpr EventKind kPlanReadmeBanished{
    "plan.readme_banished", "dropped_subtasks drop_count tasks_removed", Durability::buffered,
    "work on nothing but READMEs was left out"};
inline constexpr EventKind kScopeMetricsFiltered{
    "scope.metrics_filtered", "metrics_kept metrics_dropped scope", Durability::buffered,
    "a run that is narrowed to one kind of work passes over other metrics"};
inline constexpr EventKind kScopePlanFiltered{
    "scope.plan_filtered", "scope dropped_subtasks drop_count tasks_removed", Durability::buffered,
    "work out of the scope of a narrowed run was left out"};

// All of them.
std::span<const EventKind* const> event_kinds();

}  // namespace pawl::planner
