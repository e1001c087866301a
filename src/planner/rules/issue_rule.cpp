// The rule that binds a plan to the issue the run is about.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "planner/prompts/leave_out.hpp"
#include "planner/rules/plan_rules.hpp"
#include "planner/rules/suspects.hpp"

namespace pawl::planner {
namespace {

constexpr std::string_view kBugTask = "T000";

std::string called(const IssueWork& issue) { return "issue #" + std::to_string(issue.number); }

class Bounds {
 public:
  explicit Bounds(const PlanFacts& facts) : issue_(*facts.issue), graph_(facts.graph) {
    for (const Suspect& suspect : suspects_of(facts.failures, facts.view, facts.graph)) {
      suspects_.insert(suspect.path);
    }
  }

  // It is where the fault may be.
  bool is_subject(const std::string& path) const {
    return issue_.cites(path) || suspects_.contains(path);
  }
  bool hold(const std::string& path) const {
    return is_subject(path) || tests_cited(issue_, path, graph_);
  }

 private:
  const IssueWork& issue_;
  const index::Graph* graph_;
  std::set<std::string> suspects_;
};

std::set<std::string> files_of_bug(const TaskPlan& plan) {
  std::set<std::string> out;
  for (const Task& task : plan.tasks) {
    if (task.id != kBugTask) continue;
    for (const Subtask& subtask : task.subtasks) {
      out.insert(subtask.file_hints.begin(), subtask.file_hints.end());
    }
  }
  return out;
}

bool works_on_subject(const TaskPlan& plan, const Bounds& bounds) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [&](const Task& task) {
    return std::any_of(task.subtasks.begin(), task.subtasks.end(), [&](const Subtask& subtask) {
      const auto& hints = subtask.file_hints;
      return std::any_of(hints.begin(), hints.end(),
                         [&](const std::string& hint) { return bounds.is_subject(hint); });
    });
  });
}

std::string places_of(const IssueWork& issue) {
  std::string out;
  for (const CitedFile& file : issue.files) {
    for (const int line : file.lines) {
      out += (out.empty() ? "" : ", ") + file.path + ":" + std::to_string(line);
    }
  }
  return out;
}

std::string free_id(const TaskPlan& plan) {
  for (int number = 1;; ++number) {
    const std::string digits = std::to_string(number);
    std::string id = "T" + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
    const bool taken = std::any_of(plan.tasks.begin(), plan.tasks.end(),
                                   [&](const Task& task) { return task.id == id; });
    if (!taken) return id;
  }
}

// One subtask for all of them: what the issue is about may need several files at once.
Task issue_task(const TaskPlan& plan, const IssueWork& issue) {
  Task task{.id = free_id(plan),
            .title = "Fix " + called(issue),
            .priority = 1,
            .metric = "",
            .description = "What the issue reports is to be true no more.",
            .subtasks = {}};
  Subtask subtask{.id = task.id + "-S01", .title = "Fix " + called(issue), .description = ""};
  for (const CitedFile& file : issue.files) {
    const bool window = subtask.file_hints.size() < kSubtasksMax;
    if (window && !is_test_file(file.path)) subtask.file_hints.push_back(file.path);
  }
  if (subtask.file_hints.empty()) {
    for (const CitedFile& file : issue.files) subtask.file_hints.push_back(file.path);
  }
  subtask.description =
      "Mend what the issue reports, where it is. When the fault is not in these files, change "
      "nothing and say so.";
  if (const std::string places = places_of(issue); !places.empty()) {
    subtask.description += " The issue points at " + places + ".";
  }
  task.subtasks.push_back(std::move(subtask));
  return task;
}

}  // namespace

RuleOutcome issue_files(TaskPlan plan, const PlanFacts& facts) {
  if (facts.issue == nullptr) return {.plan = std::move(plan)};
  const IssueWork& issue = *facts.issue;
  const Bounds bounds(facts);
  const std::set<std::string> bug = files_of_bug(plan);
  Narrowed narrowed =
      without(std::move(plan), [&](const Task& task, const Subtask& subtask) -> std::string {
        if (subtask.reproduces) return {};  // of the rule test-first
        const auto& hints = subtask.file_hints;
        for (const std::string& hint : hints) {
          if (!bounds.hold(hint)) return hint + " is no file that " + called(issue) + " cites";
        }
        const bool repeats =
            task.id != kBugTask && subtask.action == SubtaskAction::modify && !hints.empty() &&
            std::all_of(hints.begin(), hints.end(),
                        [&](const std::string& hint) { return bug.contains(hint); });
        return repeats ? std::string(kBugTask) + " works on the same files, until the tests pass"
                       : std::string();
      });
  RuleOutcome outcome = std::move(narrowed.outcome);
  if (narrowed.left_out.count > 0) {
    outcome.event = to_event(ScopePlanFiltered{std::move(narrowed.left_out), "fix"});
  }
  if (facts.mends_code && !works_on_subject(outcome.plan, bounds)) {
    Task task = issue_task(outcome.plan, issue);
    outcome.added.push_back({task.id, "no task worked on the files " + called(issue) + " cites"});
    outcome.plan.tasks.insert(outcome.plan.tasks.begin(), std::move(task));
  }
  return outcome;
}

}  // namespace pawl::planner
