// The plan of a run: tasks and subtasks, with ids T001 and T001-S01.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

// What is done to the files of a subtask. `create` and `modify` may stand for both: of the files
// one at least is new, or there; the others may be the other way. All that is deleted or verified
// is there.
enum class SubtaskAction : std::uint8_t { create, modify, remove, verify };
std::string_view to_string(SubtaskAction action);  // create, modify, delete, verify
std::optional<SubtaskAction> action_named(std::string_view name);

struct Subtask {
  std::string id;
  std::string title;
  std::string description;
  std::vector<std::string> file_hints;  // the fence: no other file may be touched
  SubtaskAction action = SubtaskAction::modify;
  std::string recipe;  // set when a recipe: is to do it
  // Of the hints, those that a person named: in a plan file or on the command line.
  std::vector<std::string> named = {};
  std::vector<std::string>
      tests;  // ids of failing tests it is to mend; one at least must pass then
  // It writes one test that fails for what is reported: the fixes after it bring that along.
  bool reproduces = false;
};

struct Task {
  std::string id;
  std::string title;
  int priority = 1;  // 1 is the most urgent
  std::string metric;
  std::string description;
  std::vector<Subtask> subtasks;
};

struct TaskPlan {
  std::vector<Task> tasks;  // by priority, then as given
  std::string source;       // the model spec, or `file:<name>`
  double overall_score_before = 0;

  std::size_t subtask_count() const;
  const Subtask* find(std::string_view id) const;
  const Task* task_of(std::string_view subtask_id) const;
};

inline constexpr std::size_t kPlanFileBytesMax = std::size_t{4} << 20U;
inline constexpr std::size_t kTasksMax = 8;
inline constexpr std::size_t kSubtasksMax = 4;

struct Dropped {
  std::string subtask;  // id, or the task's id
  std::string reason;
};
struct CheckedPlan {
  TaskPlan plan;
  std::vector<Dropped> dropped;
};

// The embedded schema of a plan (data/schemas/task-plan.json).
Json plan_schema();
// From an answer or file that satisfies the schema to a plan: ids renumbered where missing or
// repeated, limits applied, paths checked now against the view (shape, denylist, existence).
// What cannot be done is dropped with its reason. `forbidden` answers why a path may never be
// written by this plan, empty when it may (the guards' policy).
CheckedPlan check_plan(const Json& json, const repo::RepoView& view,
                       const std::function<std::string(const RepoPath&)>& forbidden);
// One subtask of a plan on the current tree, right before work on it: why it cannot be done any
// more, empty when it can.
std::string obstacle_to(const Subtask& subtask, const repo::RepoView& view);
// What a person says of a plan.
struct Consent {
  bool agreed = false;
  std::optional<Json> changed =
      {};  // the plan as they changed it, which is to be asked about again
};
// Shows a plan and asks about it; `remark` says what became of the change asked for last, if
// anything.
using Confirm = std::function<Result<Consent>(const TaskPlan& plan, const std::string& remark)>;

// JSON, or YAML when it ends in .yaml/.yml; errors name file, line and column, keys that nobody
// knows, and the violations.
Result<Json> load_plan_file(std::string_view name, std::string_view text);
// A file of that name, as load_plan_file() reads it: YAML by the same endings, else JSON.
std::string plan_file_text(const TaskPlan& plan, std::string_view name);
Json to_json(const TaskPlan& plan);
Result<TaskPlan> plan_from_json(const Json& json);

}  // namespace pawl::planner
