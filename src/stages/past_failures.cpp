#include "stages/past_failures.hpp"

#include <optional>

#include "base/text.hpp"
#include "stages/failing_tests.hpp"

namespace pawl::stages {
namespace {

using planner::HistoryFilter;

Json filtered_json(const HistoryFilter& filtered) {
  Json list = Json::array();
  for (const planner::LeftOut& one : filtered.left_out) {
    list.push(Json::object({{"subtask_id", one.subtask},
                            {"title", one.title},
                            {"file_hints", Json::array_of(one.file_hints)},
                            {"path", one.path},
                            {"max_fail_count", one.failures},
                            {"reason", one.reason}}));
  }
  return list;
}

Json tasks_json(const HistoryFilter& filtered) {
  Json list = Json::array();
  for (const planner::Dropped& task : filtered.tasks_dropped) {
    list.push(Json::object({{"task_id", task.subtask}, {"title", task.reason}}));
  }
  return list;
}

Status tell(StageRun& run, const HistoryFilter& filtered) {
  for (const std::string& path : filtered.spared) {
    TRY(say(run, path + " failed too often lately, but a test that fails names it: it stays"));
  }
  for (const planner::LeftOut& one : filtered.left_out) {
    TRY(run.events.append({EventKind::plan_dropped,
                           Json::object({{"subtask", one.subtask}, {"reason", one.reason}})}));
  }
  if (filtered.left_out.empty()) return Done{};
  return run.events.append(
      {EventKind::plan_occam_filter, Json::object({{"filtered_subtasks", filtered_json(filtered)},
                                                   {"tasks_dropped", tasks_json(filtered)},
                                                   {"kept_subtasks", filtered.plan.subtask_count()},
                                                   {"total_subtasks", filtered.total_subtasks},
                                                   {"threshold", run.config.memory_threshold}})});
}

}  // namespace

Result<planner::TaskPlan> leave_out_past_failures(StageRun& run, planner::TaskPlan plan,
                                                  const RunMemory& memory) {
  std::optional<FailingTests> failing;
  Status looked = Done{};
  const auto named = [&](const std::string& path) {
    if (!failing && looked) {
      Result<FailingTests> tests = FailingTests::of(run);
      if (tests) failing.emplace(*std::move(tests));
      if (!tests) looked = std::move(tests).error();
    }
    return failing && failing->name(path);
  };
  HistoryFilter filtered = planner::filter_by_failure_history(
      std::move(plan), {.past = memory.past,
                        .now = memory.at,
                        .threshold = static_cast<int>(run.config.memory_threshold),
                        .named_by_failing_test = named});
  TRY(std::move(looked));
  TRY(tell(run, filtered));
  return std::move(filtered.plan);
}

}  // namespace pawl::stages
