#include "planner/plan.hpp"

#include <algorithm>

#include "base/assets.hpp"

namespace pawl::planner {
namespace {

Json subtask_json(const Subtask& subtask) {
  Json json = Json::object({{"id", subtask.id},
                            {"title", subtask.title},
                            {"description", subtask.description},
                            {"file_hints", Json::array_of(subtask.file_hints)},
                            {"action", to_string(subtask.action)}});
  if (!subtask.recipe.empty()) json.set("recipe", subtask.recipe);
  if (!subtask.named.empty()) json.set("named", Json::array_of(subtask.named));
  if (!subtask.tests.empty()) json.set("tests", Json::array_of(subtask.tests));
  if (subtask.reproduces) json.set("reproduces", true);
  return json;
}

}  // namespace

std::string_view to_string(SubtaskAction action) {
  switch (action) {
    case SubtaskAction::create: return "create";
    case SubtaskAction::modify: return "modify";
    case SubtaskAction::remove: return "delete";
    case SubtaskAction::verify: return "verify";
  }
  return "modify";
}

std::optional<SubtaskAction> action_named(std::string_view name) {
  if (name == "create") return SubtaskAction::create;
  if (name == "modify") return SubtaskAction::modify;
  if (name == "delete") return SubtaskAction::remove;
  if (name == "verify") return SubtaskAction::verify;
  return {};
}

std::size_t TaskPlan::subtask_count() const {
  std::size_t count = 0;
  for (const Task& task : tasks) count += task.subtasks.size();
  return count;
}

const Task* TaskPlan::task_of(std::string_view subtask_id) const {
  for (const Task& task : tasks) {
    for (const Subtask& subtask : task.subtasks) {
      if (subtask.id == subtask_id) return &task;
    }
  }
  return nullptr;
}

const Subtask* TaskPlan::find(std::string_view id) const {
  const Task* task = task_of(id);
  if (task == nullptr) return nullptr;
  const auto found = std::find_if(task->subtasks.begin(), task->subtasks.end(),
                                  [&](const Subtask& subtask) { return subtask.id == id; });
  return &*found;
}

Json plan_schema() {
  const auto text = asset("schemas/task-plan.json");
  PAWL_CHECK(text.has_value(), "data/schemas/task-plan.json is embedded");
  Result<Json> schema = Json::parse(*text);
  return std::move(schema.value());
}

Json to_json(const TaskPlan& plan) {
  Json tasks = Json::array();
  for (const Task& task : plan.tasks) {
    Json subtasks = Json::array();
    for (const Subtask& subtask : task.subtasks) subtasks.push(subtask_json(subtask));
    tasks.push(Json::object({{"id", task.id},
                             {"title", task.title},
                             {"priority", task.priority},
                             {"metric", task.metric},
                             {"description", task.description},
                             {"subtasks", std::move(subtasks)}}));
  }
  return Json::object({{"version", 1},
                       {"source", plan.source},
                       {"overall_score_before", plan.overall_score_before},
                       {"tasks", std::move(tasks)}});
}

Result<TaskPlan> plan_from_json(const Json& json) {
  if (json["version"].int_or(0) != 1) {
    return fail(Errc::invalid, "the saved plan has version " + json["version"].dump() +
                                   ", this Pawl reads version 1; start anew with --reset");
  }
  TaskPlan plan;
  plan.source = json["source"].string_or("");
  plan.overall_score_before = json["overall_score_before"].number_or(0);
  for (const Json& item : json["tasks"].items()) {
    Task task{.id = item["id"].string_or(""),
              .title = item["title"].string_or(""),
              .priority = static_cast<int>(item["priority"].int_or(1)),
              .metric = item["metric"].string_or(""),
              .description = item["description"].string_or(""),
              .subtasks = {}};
    for (const Json& part : item["subtasks"].items()) {
      Subtask subtask{.id = part["id"].string_or(""),
                      .title = part["title"].string_or(""),
                      .description = part["description"].string_or(""),
                      .file_hints = {},
                      .action = action_named(part["action"].text()).value_or(SubtaskAction::modify),
                      .recipe = part["recipe"].string_or(""),
                      .named = {},
                      .tests = {},
                      .reproduces = part["reproduces"].bool_or(false)};
      for (const Json& path : part["named"].items()) subtask.named.emplace_back(path.text());
      for (const Json& test : part["tests"].items()) subtask.tests.emplace_back(test.text());
      for (const Json& hint : part["file_hints"].items()) {
        subtask.file_hints.emplace_back(hint.text());
      }
      task.subtasks.push_back(std::move(subtask));
    }
    plan.tasks.push_back(std::move(task));
  }
  return plan;
}

}  // namespace pawl::planner
