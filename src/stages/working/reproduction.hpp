// The test that shows what an issue reports: written before the fix, tried alone, kept beside the
// branch, and committed with the fix in one change. The branch never holds it without one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/guard.hpp"
#include "planner/plan.hpp"
#include "planner/rules/failing_tests.hpp"
#include "repo/views/view.hpp"
#include "stages/stage.hpp"
#include "stages/working/early_refusal.hpp"

namespace pawl::stages {

inline constexpr std::string_view kReproduction = "reproduction.json";

struct Reproduction {
  std::string subtask;  // that wrote it
  git::Change change;   // of test files alone, on the base
  // What it printed without a fix: of each id of the runner.
  std::vector<planner::TestFailure> failures;
  std::string stack;  // whose runner runs it; where, the failures say

  std::vector<std::string> ids() const;
  // As guards want to know it.
  guards::Reproduction guarded() const;
};

// An artifact of the run, for resumes and for people.
Status keep_reproduction(const Scope& scope, const Reproduction& reproduction);
// Nothing where there is none, or where what was kept is not what was tried (a secret in it was
// blanked, somebody changed it): the test is written anew then.
std::optional<Reproduction> kept_reproduction(const Scope& scope);

// The change with the test in it. It touches no file of the test.
git::Change with_reproduction(const Reproduction& reproduction, git::Change change);
// Of these paths those of the test: a fix that would change it is refused for this.
std::optional<EarlyRefusal> refuse_changed_test(const Reproduction& reproduction,
                                                const git::Change& change);
// Why the test cannot be put into that tree any more; empty when it can.
std::string why_unfit(const Reproduction& reproduction, const repo::RepoView& tree);

// Whether the subtask mends code, so that the test has to pass with it.
bool mends_code(const planner::Subtask& subtask);
// Whether it only writes tests.
bool writes_tests(const planner::Subtask& subtask);
// The fix: the first subtask of a plan that mends code, with the files of those behind it, for the
// test asks for all of them; none of them is a file of the test.
planner::Subtask fix_of(const Reproduction& reproduction, const planner::Subtask& subtask,
                        const planner::TaskPlan& plan);
// The subtask whose commit made all of these tests pass; empty when there is none.
std::string fixed_by(const std::vector<std::string>& tests, const run::RunState& state);

}  // namespace pawl::stages
