// What can be known before any model time is spent: may we write, is the model there, how well is
// code of the target confined; then the run's own worktree.
#include "base/text/text.hpp"
#include "git/worktrees/worktree.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "stages/context_windows.hpp"
#include "stages/planning/ruled_plan.hpp"
#include "stages/stages.hpp"
#include "stages/working/run_judge.hpp"

namespace pawl::stages {
namespace {

Result<llm::ModelHealth> check_model(StageRun& run, llm::ChatModel& model) {
  TRY(say(run, "asking " + model.name() + " whether it is there"));
  TRY_ASSIGN(const llm::ModelHealth health,
             model.check().during("checking the model " + model.name()));
  if (!health.note.empty()) TRY(say(run, health.note));
  TRY(llm::check_context(health, model.name()));
  return health;
}

// What does not fit into the context is left out of questions.
Status tell_window(StageRun& run, const llm::Room& window) {
  if (window.limit() >= window.prompt_max) return Done{};
  return say(run, window.model + " has a context of " + std::to_string(window.context) +
                      " tokens: its questions are kept to " +
                      std::to_string(window.question_limit()));
}

Status check_models(StageRun& run) {
  Checked checked;
  TRY_ASSIGN(checked.planner, check_model(run, *run.models.planner));
  checked.worker = checked.planner;
  if (run.models.worker) {
    TRY_ASSIGN(checked.worker, check_model(run, *run.models.worker));
  }
  TRY(settle_windows(run, checked));
  TRY(tell_window(run, run.models.planner_window));
  return run.models.worker ? tell_window(run, run.models.worker_window) : Status(Done{});
}

Status check_sandbox(StageRun& run) {
  const os::SandboxReport& report = run.sandbox.report();
  const bool full = report.level == os::SandboxLevel::full;
  const std::string level(os::to_string(report.level));
  TRY(run.events.append(to_event(run::SandboxLevel{level, report.reason})));
  if (!full && run.config.sandbox == "require") {
    return fail(Errc::denied, "sandbox.mode is \"require\" but commands cannot be confined here: " +
                                  report.reason +
                                  "; install bubblewrap, or set sandbox.mode to auto");
  }
  return Done{};
}

git::WorktreePlan worktree_plan(const StageRun& run) {
  return {.target = run.target,
          .folder = run.layout.worktree(run.id),
          .base_branch = run.recording != nullptr   ? run.recording->state.base
                         : run.state().base.empty() ? run.request.base
                                                    : run.state().base,
          .branch = run.request.branch,
          .base_commit = run.recording != nullptr ? run.recording->state.base_commit : ""};
}

// A run that already committed keeps its worktree; what was half-way is rescued and cleaned.
Status reopen_worktree(StageRun& run) {
  TRY_ASSIGN(
      git::Worktree worktree,
      git::Worktree::reopen(run.git, run.ports.files, worktree_plan(run), run.state().base_commit)
          .during("reopening the worktree of the run"));
  TRY(worktree.restore(run.id.text() + "-" + std::to_string(run.state().last_seq)));
  run.worktree = std::move(worktree);
  return Done{};
}

Status make_worktree(StageRun& run) {
  TRY(say(run, "making a worktree of " + run.target.name));
  TRY_ASSIGN(git::Worktree worktree,
             git::Worktree::create(run.git, run.ports.files, worktree_plan(run))
                 .during("making a worktree of " + run.target.name));
  TRY(run.events.append(to_event(run::WorktreeReady{.path = worktree.folder(),
                                                    .base = worktree.base_branch(),
                                                    .commit = worktree.base_commit()})));
  run.worktree = std::move(worktree);
  return Done{};
}

}  // namespace

Result<Outcome> preflight(StageRun& run) {
  TRY(run.git.check_branch_name(run.request.branch));
  if (!run.request.dry_run) {
    TRY(run.forge.pulls().check_write().during("checking whether pull requests can be opened"));
  }
  TRY(check_sandbox(run));
  if (run.request.plan_file.empty() || !run.request.dry_run) TRY(check_models(run));
  TRY(go_on(run));
  if (run.state().base_commit.empty()) {
    TRY(make_worktree(run));
  } else {
    TRY(reopen_worktree(run));
  }
  // A slip in what guards and rules are told is better named now than at the first attempt.
  TRY_ASSIGN([[maybe_unused]] const guards::Policy policy, run_policy(run));
  TRY(check_suppressions(run));
  TRY_ASSIGN([[maybe_unused]] const std::vector<std::string> off, rules_off(run));
  return Outcome{};
}

}  // namespace pawl::stages
