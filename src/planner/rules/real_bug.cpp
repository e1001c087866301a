// The rules about tests that fail. Where to look comes from what the runner reported and from the
// code index, for every language with either.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "planner/rules/plan_rules.hpp"
#include "planner/rules/suspects.hpp"

namespace pawl::planner {
namespace {

constexpr std::string_view kMetric = "test_results";
constexpr std::string_view kTask = "T000";
constexpr std::size_t kSample = 3;

bool tests_fail(const PlanFacts& facts) {
  const analyzers::Metric* metric = facts.report.find(kMetric);
  const bool wanted = facts.vertical == nullptr || is_about(*facts.vertical, kMetric);
  return wanted && metric != nullptr && metric->status == analyzers::MetricStatus::fail &&
         !facts.failures.empty();
}

std::vector<Suspect> writable_suspects(const PlanFacts& facts) {
  std::vector<Suspect> suspects = suspects_of(facts.failures, facts.view, facts.graph);
  std::erase_if(suspects, [&](const Suspect& suspect) {
    const Result<RepoPath> path = RepoPath::parse(suspect.path);
    return !path || (facts.forbidden && !facts.forbidden(*path).empty());
  });
  return suspects;
}

std::string sample_of(const std::vector<std::string>& tests) {
  std::vector<std::string> shown;
  for (const std::string& test : tests) {
    if (shown.size() < kSample) shown.push_back(printable(test, 200));
  }
  std::string out = join(shown, ", ");
  if (tests.size() > kSample) out += " and " + std::to_string(tests.size() - kSample) + " more";
  return out;
}

bool has_hint(const Task& task, const std::string& path) {
  return std::any_of(task.subtasks.begin(), task.subtasks.end(), [&](const Subtask& subtask) {
    const auto& hints = subtask.file_hints;
    return std::find(hints.begin(), hints.end(), path) != hints.end();
  });
}

// A task of another metric that touches a file at fault does something else to it.
bool is_about_tests(const Task& task) { return task.metric == kMetric || task.metric == "build"; }

bool is_covered(const TaskPlan& plan, const std::vector<Suspect>& suspects) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [&](const Task& task) {
    if (!is_about_tests(task)) return false;
    return std::any_of(suspects.begin(), suspects.end(),
                       [&](const Suspect& suspect) { return has_hint(task, suspect.path); });
  });
}

Task bug_task(const std::vector<Suspect>& suspects, const PlanFacts& facts) {
  Task task{.id = std::string(kTask),
            .title = "Fix " + counted(facts.failures.size(), "failing test"),
            .priority = 1,
            .metric = std::string(kMetric),
            .description = "The code under test is at fault; the tests stay as they are.",
            .subtasks = {}};
  for (const Suspect& suspect : suspects) {
    Subtask subtask{.id = task.id + "-S0" + std::to_string(task.subtasks.size() + 1),
                    .title = "Fix " + suspect.path + " so that its tests pass",
                    .description = "These tests fail: " + sample_of(suspect.tests) +
                                   ". Mend the fault in " + suspect.path +
                                   ". When the fault is not there, change nothing and say so.",
                    .file_hints = {suspect.path},
                    .action = SubtaskAction::modify,
                    .recipe = {},
                    .tests = suspect.tests};
    task.subtasks.push_back(std::move(subtask));
  }
  return task;
}

PlanRealBug bug_event(const Task& task, const PlanFacts& facts) {
  std::vector<std::string> sample;
  for (const TestFailure& failure : facts.failures) {
    if (sample.size() < kSample) sample.push_back(printable(failure.id, 200));
  }
  std::vector<std::string> sources;
  for (const Subtask& subtask : task.subtasks) sources.push_back(subtask.file_hints.front());
  return {.synthesized_task_id = task.id,
          .failing_test_count = facts.failures.size(),
          .failing_test_sample = std::move(sample),
          .source_files = std::move(sources),
          .subtasks_created = task.subtasks.size()};
}

bool only_tests(const Subtask& subtask) {
  return !subtask.file_hints.empty() &&
         std::all_of(subtask.file_hints.begin(), subtask.file_hints.end(), is_test_file);
}

// The suspects of the failing tests that are in these files; of all, when none does.
std::vector<Suspect> suspects_for(const std::vector<std::string>& tests, const PlanFacts& facts) {
  PlanFacts narrowed = facts;
  std::erase_if(narrowed.failures, [&](const TestFailure& failure) {
    const std::vector<std::string> files = files_of(failure, facts.view);
    return std::none_of(files.begin(), files.end(), [&](const std::string& file) {
      return std::find(tests.begin(), tests.end(), file) != tests.end();
    });
  });
  return writable_suspects(narrowed.failures.empty() ? facts : narrowed);
}

bool carries_failing_test(const Subtask& subtask, const PlanFacts& facts) {
  return std::any_of(facts.failures.begin(), facts.failures.end(), [&](const TestFailure& failure) {
    return std::find(subtask.tests.begin(), subtask.tests.end(), failure.id) != subtask.tests.end();
  });
}

}  // namespace

bool mends_failing_test(const Task& task, const Subtask& subtask, const PlanFacts& facts) {
  if (!tests_fail(facts)) return false;
  if (carries_failing_test(subtask, facts)) return true;
  if (!is_about_tests(task)) return false;
  const std::vector<Suspect> suspects = writable_suspects(facts);
  return std::any_of(suspects.begin(), suspects.end(), [&](const Suspect& suspect) {
    const auto& hints = subtask.file_hints;
    return std::find(hints.begin(), hints.end(), suspect.path) != hints.end();
  });
}

RuleOutcome real_bug(TaskPlan plan, const PlanFacts& facts) {
  RuleOutcome outcome{.plan = std::move(plan)};
  const bool left_alone = facts.vertical != nullptr && !is_about(*facts.vertical, kMetric);
  if (left_alone && facts.mends_code && !facts.failures.empty()) {
    outcome.dropped.push_back(
        {std::string(kTask), counted(facts.failures.size(), "failing test") + ", which a " +
                                 std::string(facts.vertical->name) + " run does not mend"});
    return outcome;
  }
  if (!facts.mends_code || !tests_fail(facts)) return outcome;
  const std::vector<Suspect> suspects = writable_suspects(facts);
  if (suspects.empty() || is_covered(outcome.plan, suspects)) return outcome;
  Task task = bug_task(suspects, facts);
  outcome.event = to_event(bug_event(task, facts));
  outcome.added.push_back({task.id, counted(facts.failures.size(), "failing test") +
                                        ", and no task worked on what is tested"});
  outcome.plan.tasks.insert(outcome.plan.tasks.begin(), std::move(task));
  return outcome;
}

RuleOutcome test_to_source(TaskPlan plan, const PlanFacts& facts) {
  RuleOutcome outcome{.plan = std::move(plan)};
  if (!tests_fail(facts)) return outcome;
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::string first;
  for (Task& task : outcome.plan.tasks) {
    if (task.metric != kMetric) continue;
    for (Subtask& subtask : task.subtasks) {
      if (subtask.action != SubtaskAction::modify || !only_tests(subtask)) continue;
      std::vector<std::string> sources;
      std::set<std::string> tests;
      for (const Suspect& suspect : suspects_for(subtask.file_hints, facts)) {
        sources.push_back(suspect.path);
        tests.insert(suspect.tests.begin(), suspect.tests.end());
      }
      if (sources.empty()) continue;
      if (first.empty()) first = task.id;
      before.insert(before.end(), subtask.file_hints.begin(), subtask.file_hints.end());
      after.insert(after.end(), sources.begin(), sources.end());
      outcome.rewritten.push_back(
          {subtask.id, "the tests of " + join(subtask.file_hints, ", ") +
                           " fail for what they test: " + join(sources, ", ")});
      subtask.file_hints = std::move(sources);
      subtask.tests.assign(tests.begin(), tests.end());
    }
  }
  const std::size_t rewritten = outcome.rewritten.size();
  if (rewritten == 0) return outcome;
  outcome.event = to_event(PlanTestsRewritten{.before = std::move(before),
                                              .after = std::move(after),
                                              .task_id = std::move(first),
                                              .subtasks_rewritten = rewritten});
  return outcome;
}

}  // namespace pawl::planner
