#include "planner/prompts/leave_out.hpp"

namespace pawl::planner {

RuleOutcome without(TaskPlan plan, const ReasonOf& reason_of) {
  RuleOutcome outcome{.plan = std::move(plan)};
  Json dropped = Json::array();
  std::size_t tasks_removed = 0;
  for (Task& task : outcome.plan.tasks) {
    std::vector<Subtask> kept;
    for (Subtask& subtask : task.subtasks) {
      std::string reason = reason_of(task, subtask);
      if (reason.empty()) {
        kept.push_back(std::move(subtask));
        continue;
      }
      dropped.push(Json::object({{"task_id", task.id},
                                 {"subtask_id", subtask.id},
                                 {"title", subtask.title},
                                 {"file_hints", Json::array_of(subtask.file_hints)}}));
      outcome.dropped.push_back({subtask.id, std::move(reason)});
    }
    task.subtasks = std::move(kept);
    if (task.subtasks.empty()) ++tasks_removed;
  }
  std::erase_if(outcome.plan.tasks, [](const Task& task) { return task.subtasks.empty(); });
  if (outcome.dropped.empty()) return outcome;
  outcome.data = Json::object({{"dropped_subtasks", std::move(dropped)},
                               {"drop_count", outcome.dropped.size()},
                               {"tasks_removed", tasks_removed}});
  return outcome;
}

}  // namespace pawl::planner
