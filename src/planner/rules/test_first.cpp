// The rule that puts a failing test before the fix of an issue.
#include <algorithm>

#include "base/text/text.hpp"
#include "planner/prompts/leave_out.hpp"
#include "planner/rules/plan_rules.hpp"
#include "planner/rules/test_places.hpp"

namespace pawl::planner {
namespace {

bool is_wanted(const PlanFacts& facts) {
  return facts.issue != nullptr && facts.mends_code && facts.judged_by_tests &&
         facts.failures.empty();
}

bool fixes_code(const Subtask& subtask) {
  const bool writes =
      subtask.action == SubtaskAction::create || subtask.action == SubtaskAction::modify;
  return writes && subtask.recipe.empty() && !subtask.reproduces &&
         std::any_of(subtask.file_hints.begin(), subtask.file_hints.end(), is_product_file);
}

bool any_subtask(const TaskPlan& plan, bool (*fits)(const Subtask&)) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [&](const Task& task) {
    return std::any_of(task.subtasks.begin(), task.subtasks.end(), fits);
  });
}

std::string id_for(const TaskPlan& plan) {
  for (int number = 0;; ++number) {
    const std::string digits = std::to_string(number);
    std::string id = "T" + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
    const bool taken = std::any_of(plan.tasks.begin(), plan.tasks.end(),
                                   [&](const Task& task) { return task.id == id; });
    if (!taken) return id;
  }
}

// What it is about, where that is code.
std::string code_of(const IssueWork& issue) {
  std::vector<std::string> code;
  for (const CitedFile& file : issue.files) {
    if (is_product_file(file.path)) code.push_back(file.path);
  }
  return join(code, ", ");
}

Task test_task(const TaskPlan& plan, const PlanFacts& facts, std::vector<std::string> places) {
  const std::string issue = "issue #" + std::to_string(facts.issue->number);
  Task task{.id = id_for(plan),
            .title = "Show " + issue + " by a test",
            .priority = 1,
            .metric = "",
            .description = "A test that fails now and passes once the issue is fixed.",
            .subtasks = {}};
  const bool all_new = std::none_of(places.begin(), places.end(),
                                    [&](const std::string& path) { return facts.view.has(path); });
  Subtask subtask{
      .id = task.id + "-S01",
      .title = "Write one test that fails for what " + issue + " reports",
      .description =
          "Write ONE test of " + code_of(*facts.issue) + " that fails now for what " + issue +
          " reports, and will pass once that is fixed. It is run on the code as it is, which stays "
          "as it is: it has to load, use only what is there, and fail at an assertion about what "
          "the code gives back or does, or by the very error that is reported. Write it as the "
          "tests beside it are written, and change no other test. Where no test can show it "
          "(documentation, packaging, a question), change nothing and say so.",
      .file_hints = std::move(places),
      .action = all_new ? SubtaskAction::create : SubtaskAction::modify};
  subtask.reproduces = true;
  task.subtasks.push_back(std::move(subtask));
  return task;
}

// The first such subtask of an issue's plan may stay, if it may touch nothing but tests.
std::string why_out(const Subtask& subtask, const PlanFacts& facts, bool& kept) {
  if (!subtask.reproduces) return {};
  const auto& hints = subtask.file_hints;
  const bool tests = std::all_of(hints.begin(), hints.end(), is_test_file);
  if (!is_wanted(facts)) return "there is no report that a failing test would show here";
  if (!tests || std::exchange(kept, true)) return "one test alone shows what is reported";
  return {};
}

}  // namespace

RuleOutcome test_first(TaskPlan plan, const PlanFacts& facts) {
  bool kept = false;
  const auto reproduces = [](const Subtask& subtask) { return subtask.reproduces; };
  RuleOutcome outcome{.plan = std::move(plan)};
  if (any_subtask(outcome.plan, reproduces)) {
    outcome = without(std::move(outcome.plan), [&](const Task&, const Subtask& subtask) {
                return why_out(subtask, facts, kept);
              }).outcome;
  }
  if (kept || !is_wanted(facts) || !any_subtask(outcome.plan, fixes_code)) return outcome;
  std::vector<std::string> places = test_places(*facts.issue, facts.view, facts.graph);
  std::erase_if(places, [&](const std::string& place) {
    const Result<RepoPath> path = RepoPath::parse(place);
    return !path || (facts.forbidden && !facts.forbidden(*path).empty());
  });
  if (places.empty()) return outcome;
  Task task = test_task(outcome.plan, facts, std::move(places));
  outcome.added.push_back({task.id, "no test fails for what the issue reports"});
  outcome.plan.tasks.insert(outcome.plan.tasks.begin(), std::move(task));
  return outcome;
}

}  // namespace pawl::planner
