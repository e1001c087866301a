#include "planner/prompts/leave_out.hpp"

namespace pawl::planner {

Narrowed without(TaskPlan plan, const ReasonOf& reason_of) {
  Narrowed narrowed{.outcome = {.plan = std::move(plan)}, .left_out = {}};
  RuleOutcome& outcome = narrowed.outcome;
  SubtasksLeftOut& left_out = narrowed.left_out;
  for (Task& task : outcome.plan.tasks) {
    std::vector<Subtask> kept;
    for (Subtask& subtask : task.subtasks) {
      std::string reason = reason_of(task, subtask);
      if (reason.empty()) {
        kept.push_back(std::move(subtask));
        continue;
      }
      left_out.subtasks.push_back({.task_id = task.id,
                                   .subtask_id = subtask.id,
                                   .title = subtask.title,
                                   .file_hints = subtask.file_hints});
      outcome.dropped.push_back({subtask.id, std::move(reason)});
    }
    task.subtasks = std::move(kept);
    if (task.subtasks.empty()) ++left_out.tasks_removed;
  }
  std::erase_if(outcome.plan.tasks, [](const Task& task) { return task.subtasks.empty(); });
  left_out.count = left_out.subtasks.size();
  return narrowed;
}

}  // namespace pawl::planner
