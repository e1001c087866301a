// What is done to every plan, whoever made it: one ordered table of pure functions. A model, a plan
// file and a resumed run with the same plan get the same plan out of it, and a plan that went
// through it once comes out of it unchanged.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzers/metric.hpp"
#include "base/event.hpp"
#include "index/index.hpp"
#include "planner/concerns/concern.hpp"
#include "planner/concerns/past_offers.hpp"
#include "planner/events.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "planner/rules/failing_tests.hpp"
#include "planner/rules/failure_history.hpp"
#include "planner/task_work.hpp"
#include "planner/verticals.hpp"

namespace pawl::planner {

// What the rules may look at.
struct PlanFacts {
  const analyzers::Report& report;
  const repo::RepoView& view;
  std::vector<TestFailure> failures;    // of the base
  const index::Graph* graph = nullptr;  // of the base; null when there is none
  // Whether the one who works can mend code: recipes cannot.
  bool mends_code = true;
  // Why a path may never be written, empty when it may (the write gate's policy).
  std::function<std::string(const RepoPath&)> forbidden;
  // What became of earlier runs; nothing when nobody remembers.
  std::optional<FailureHistory> history = {};
  const Vertical* vertical = nullptr;  // what the run is narrowed to; null: nothing
  const IssueWork* issue = nullptr;    // what it is bound to; `failures` are only those of it
  const TaskWork* task = nullptr;      // what a person wants done
  bool task_planned_in_vain = false;   // there was a plan for it, and nothing of it can be done
  std::vector<PastOffer> offers = {};  // of earlier runs, that may keep this one from some work
  ConcernNames concerns = {};
  // Tests of the repository were run on the base, and every change is judged by them.
  bool judged_by_tests = false;
};

struct RuleOutcome {
  TaskPlan plan;
  std::vector<PlanNote> added = {};
  std::vector<PlanNote> rewritten = {};
  std::vector<PlanNote> dropped = {};
  std::vector<PlanNote> kept = {};  // what another rule, or this one, would else have dropped
  std::optional<Event> event = {};  // of the rule's own kind, if it has one and did something

  bool acted() const {
    return !added.empty() || !rewritten.empty() || !dropped.empty() || !kept.empty();
  }
};

struct PlanRule {
  std::string_view id;
  RuleOutcome (*apply)(TaskPlan plan, const PlanFacts& facts);
};
std::span<const PlanRule> plan_rules();

struct AppliedRule {
  const PlanRule* rule = nullptr;
  RuleOutcome outcome;  // its plan is moved on to the next rule
};
struct RuledPlan {
  TaskPlan plan;
  std::vector<AppliedRule> applied;  // those that acted
};
// `off` are ids of rules that are left out.
RuledPlan apply_rules(TaskPlan plan, const PlanFacts& facts,
                      const std::vector<std::string>& off = {});
// The ids of a list with commas. Errc::invalid names one that is no rule's, and those there are.
Result<std::vector<std::string>> parse_rule_ids(std::string_view text);

// The rules, for tests and for those who need one alone.

// Tests fail, and no task of theirs touches a file that holds the fault: T000 does.
RuleOutcome real_bug(TaskPlan plan, const PlanFacts& facts);
// Whether a subtask is there to mend tests that fail now: it carries the id of one, or its task is
// about the tests and it works on a file at fault.
bool mends_failing_test(const Task& task, const Subtask& subtask, const PlanFacts& facts);
// Subtasks that mend tests which fail work on what is tested, not on the tests.
RuleOutcome test_to_source(TaskPlan plan, const PlanFacts& facts);
// Work on nothing but READMEs is left out, unless the README needs it.
RuleOutcome readme_only(TaskPlan plan, const PlanFacts& facts);
// What earlier runs failed at too often is left alone for a while (G9); never what is there to mend
// tests that fail now.
RuleOutcome failure_history(TaskPlan plan, const PlanFacts& facts);
// Work on other metrics, or on other files, than those the run is narrowed to.
RuleOutcome scope(TaskPlan plan, const PlanFacts& facts);
// Work on other files than those the issue cites, their tests, and what its failing tests point at;
// and work on what it cites, when the plan has none.
RuleOutcome issue_files(TaskPlan plan, const PlanFacts& facts);
// Of a plan without work on what a person wants done: one subtask on the files their words name.
RuleOutcome task_files(TaskPlan plan, const PlanFacts& facts);
// Work on what a pull request offers that is open, or that was closed without a merge.
RuleOutcome earlier_offers(TaskPlan plan, const PlanFacts& facts);
// What an earlier subtask of the plan does already, and what may touch nothing, is left out.
RuleOutcome repetitions(TaskPlan plan, const PlanFacts& facts);
// A test that fails for what the issue reports comes before its fix, where no test fails for it yet
// and tests are run here; there is no such work in any other plan.
RuleOutcome test_first(TaskPlan plan, const PlanFacts& facts);
// Bugs first, cosmetics last; no more tasks than a plan may have, of which those that mend failing
// tests go last.
RuleOutcome in_order(TaskPlan plan, const PlanFacts& facts);

}  // namespace pawl::planner
