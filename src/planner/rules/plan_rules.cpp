#include "planner/rules/plan_rules.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "planner/events.hpp"
#include "planner/prompts/leave_out.hpp"

namespace pawl::planner {
namespace {

// In the order they run. What drops work comes after what adds and corrects it.
constexpr auto kRules = std::to_array<PlanRule>({
    {"test-to-source", test_to_source},
    {"real-bug", real_bug},
    {"readme-only", readme_only},
    {"scope", scope},
    {"issue-files", issue_files},
    {"task-files", task_files},
    {"failure-history", failure_history},
    {"earlier-offers", earlier_offers},
    {"repetitions", repetitions},
    {"test-first", test_first},
    {"order", in_order},
});

RuleOutcome outcome_of(TaskPlan plan) { return {.plan = std::move(plan)}; }

bool is_readme(const std::string& path) {
  const std::string name = lower(index::name_of(path));
  return name == "readme" || name.starts_with("readme.");
}

std::string signature_of(const Subtask& subtask) {
  std::vector<std::string> hints = subtask.file_hints;
  std::sort(hints.begin(), hints.end());
  const std::string plain = lower(subtask.title);
  std::string title;
  for (const std::string_view word : split_words(plain)) {
    title += std::string(word) + " ";
  }
  return std::string(to_string(subtask.action)) + "\n" + subtask.recipe + "\n" + title + "\n" +
         join(hints, "\n");
}

// What a task's metric is worth: a program that does not work comes before how it looks.
int urgency_of(const Task& task) {
  const bool reproduces = std::any_of(task.subtasks.begin(), task.subtasks.end(),
                                      [](const Subtask& subtask) { return subtask.reproduces; });
  if (reproduces) return -1;
  if (task.metric == "build") return 0;
  if (task.metric == "test_results") return 1;
  if (task.metric == "security") return 2;
  if (task.metric == "docs" || task.metric == "readme") return 4;
  return 3;
}

// Of too many tasks the last one that is not there to mend failing tests; the last, when all are.
std::vector<Task>::iterator last_to_spare(std::vector<Task>& tasks, const PlanFacts& facts) {
  const auto mends = [&](const Task& task) {
    return std::any_of(task.subtasks.begin(), task.subtasks.end(), [&](const Subtask& subtask) {
      return mends_failing_test(task, subtask, facts);
    });
  };
  const auto found = std::find_if_not(tasks.rbegin(), tasks.rend(), mends);
  return found == tasks.rend() ? std::prev(tasks.end()) : std::prev(found.base());
}

}  // namespace

std::span<const PlanRule> plan_rules() { return kRules; }

Result<std::vector<std::string>> parse_rule_ids(std::string_view text) {
  std::vector<std::string> ids;
  std::vector<std::string> known;
  for (const PlanRule& rule : kRules) known.emplace_back(rule.id);
  for (const std::string_view item : split(text, ',')) {
    const std::string id(trim(item));
    if (id.empty()) continue;
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      return fail(Errc::invalid,
                  "\"" + printable(id, 60) + "\" is no plan rule; there are " + join(known, ", "));
    }
    ids.push_back(id);
  }
  return ids;
}

RuledPlan apply_rules(TaskPlan plan, const PlanFacts& facts, const std::vector<std::string>& off) {
  RuledPlan out{.plan = std::move(plan), .applied = {}};
  for (const PlanRule& rule : kRules) {
    if (std::find(off.begin(), off.end(), rule.id) != off.end()) continue;
    RuleOutcome outcome = rule.apply(std::move(out.plan), facts);
    out.plan = std::move(outcome.plan);
    if (outcome.acted()) out.applied.push_back({&rule, std::move(outcome)});
  }
  return out;
}

RuleOutcome readme_only(TaskPlan plan, const PlanFacts& facts) {
  // A run that is narrowed to documents is about them.
  if (facts.vertical != nullptr) return outcome_of(std::move(plan));
  const analyzers::Metric* readme = facts.report.find("readme");
  if (readme != nullptr && readme->status == analyzers::MetricStatus::fail) {
    return outcome_of(std::move(plan));
  }
  Narrowed narrowed =
      without(std::move(plan), [](const Task&, const Subtask& subtask) -> std::string {
        // A recipe writes what the files prove, and nothing when they do not.
        const bool all =
            subtask.recipe.empty() && !subtask.file_hints.empty() &&
            std::all_of(subtask.file_hints.begin(), subtask.file_hints.end(), is_readme);
        return all ? "it works on nothing but the README, which does not fail" : "";
      });
  RuleOutcome outcome = std::move(narrowed.outcome);
  if (narrowed.left_out.count > 0) {
    outcome.event = to_event(PlanReadmeBanished{std::move(narrowed.left_out)});
  }
  return outcome;
}

RuleOutcome scope(TaskPlan plan, const PlanFacts& facts) {
  const Vertical* vertical = facts.vertical;
  if (vertical == nullptr) return outcome_of(std::move(plan));
  const std::string name(vertical->name);
  Narrowed narrowed =
      without(std::move(plan), [&](const Task& task, const Subtask& subtask) -> std::string {
        const bool by_metric = !vertical->named_subject && !task.metric.empty();
        if (by_metric && !is_about(*vertical, task.metric)) {
          return printable(task.metric, 60) + " is not what a " + name + " run is about";
        }
        if (!may(*vertical, subtask.action)) {
          return "a " + name + " run does not " + std::string(to_string(subtask.action));
        }
        for (const std::string& hint : subtask.file_hints) {
          if (!in_scope(*vertical, hint))
            return hint + " is out of the scope of a " + name + " run";
        }
        return {};
      });
  RuleOutcome outcome = std::move(narrowed.outcome);
  if (narrowed.left_out.count > 0) {
    outcome.event = to_event(ScopePlanFiltered{std::move(narrowed.left_out), name});
  }
  return outcome;
}

RuleOutcome failure_history(TaskPlan plan, const PlanFacts& facts) {
  // Who asks for a file by name has heard of it.
  if (!facts.history || facts.task != nullptr) return outcome_of(std::move(plan));
  FailureHistory history = *facts.history;
  history.mends_failing_test = [&](const Task& task, const Subtask& subtask) {
    return mends_failing_test(task, subtask, facts);
  };
  HistoryFilter filtered = filter_by_failure_history(std::move(plan), history);
  RuleOutcome outcome = outcome_of(std::move(filtered.plan));
  for (const std::string& path : filtered.spared) {
    outcome.kept.push_back(
        {path, "it failed too often lately, but a test that fails names it or points at it"});
  }
  if (filtered.left_out.empty()) return outcome;
  PlanOccamFilter filter{.kept_subtasks = outcome.plan.subtask_count(),
                         .total_subtasks = filtered.total_subtasks,
                         .threshold = facts.history->threshold};
  for (LeftOut& one : filtered.left_out) {
    outcome.dropped.push_back({one.subtask, one.reason});
    filter.filtered_subtasks.push_back({.subtask_id = std::move(one.subtask),
                                        .title = std::move(one.title),
                                        .file_hints = std::move(one.file_hints),
                                        .path = std::move(one.path),
                                        .max_fail_count = one.failures,
                                        .reason = std::move(one.reason)});
  }
  for (Dropped& task : filtered.tasks_dropped) {
    filter.tasks_dropped.push_back({std::move(task.subtask), std::move(task.reason)});
  }
  outcome.event = to_event(filter);
  return outcome;
}

RuleOutcome task_files(TaskPlan plan, const PlanFacts& facts) {
  RuleOutcome outcome = outcome_of(std::move(plan));
  if (facts.task == nullptr || !facts.mends_code || !facts.task_planned_in_vain ||
      !outcome.plan.tasks.empty()) {
    return outcome;
  }
  Subtask subtask{.id = "T001-S01",
                  .title = task_title(facts.task->words),
                  .description = facts.task->words,
                  .file_hints = {}};
  for (const CitedFile& file : facts.task->files) {
    if (subtask.file_hints.size() < kSubtasksMax) subtask.file_hints.push_back(file.path);
  }
  if (subtask.file_hints.empty()) return outcome;
  Task task{.id = "T001", .title = subtask.title, .subtasks = {std::move(subtask)}};
  outcome.added.push_back({task.id, "nothing of the plan could be done; these files are named"});
  outcome.plan.tasks.push_back(std::move(task));
  return outcome;
}

RuleOutcome repetitions(TaskPlan plan, const PlanFacts&) {
  std::set<std::string> seen;
  Narrowed narrowed =
      without(std::move(plan), [&](const Task&, const Subtask& subtask) -> std::string {
        if (subtask.file_hints.empty()) return "it may touch no file";
        const bool again = !seen.insert(signature_of(subtask)).second;
        return again ? "an earlier subtask does the same" : "";
      });
  return std::move(narrowed.outcome);
}

RuleOutcome in_order(TaskPlan plan, const PlanFacts& facts) {
  RuleOutcome outcome = outcome_of(std::move(plan));
  std::vector<Task>& tasks = outcome.plan.tasks;
  std::vector<std::string> before;
  for (const Task& task : tasks) before.push_back(task.id);
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const Task& a, const Task& b) { return urgency_of(a) < urgency_of(b); });
  std::vector<std::string> after;
  for (const Task& task : tasks) after.push_back(task.id);
  if (after != before) {
    outcome.rewritten.push_back({after.front(), "bugs first, looks last: " + join(after, ", ")});
  }
  while (tasks.size() > kTasksMax) {
    const auto last = last_to_spare(tasks, facts);
    outcome.dropped.push_back(
        {last->id, "a plan has at most " + std::to_string(kTasksMax) + " tasks"});
    tasks.erase(last);
  }
  return outcome;
}

}  // namespace pawl::planner
