#include "stages/worktree_of_run.hpp"

#include "git/worktrees/worktree.hpp"
#include "run/events.hpp"
#include "stages/coding/leftovers.hpp"

namespace pawl::stages {

Status check_sandbox(const Scope& scope, const RunSettings& settings, const Checkout& checkout) {
  const os::SandboxReport& report = checkout.sandbox.report();
  const bool full = report.level == os::SandboxLevel::full;
  const std::string level(os::to_string(report.level));
  TRY(scope.events.append(to_event(run::SandboxLevel{level, report.reason})));
  if (!full && settings.config.sandbox == "require") {
    return fail(Errc::denied, "sandbox.mode is \"require\" but commands cannot be confined here: " +
                                  report.reason +
                                  "; install bubblewrap, or set sandbox.mode to auto");
  }
  return Done{};
}

namespace {

git::WorktreePlan worktree_plan(const Scope& scope, const RunSettings& settings,
                                const Checkout& checkout) {
  return {.target = checkout.target,
          .folder = scope.layout.worktree(scope.id),
          .base_branch = settings.recording != nullptr ? settings.recording->state.base
                         : scope.state().base.empty()  ? settings.request.base
                                                       : scope.state().base,
          .branch = settings.request.branch,
          .base_commit = settings.recording != nullptr ? settings.recording->state.base_commit : "",
          .files = git::LayOut::later};
}

// A run that already committed keeps its worktree; what was half-way is rescued and cleaned.
Status reopen_worktree(const Scope& scope, const RunSettings& settings, Checkout& checkout) {
  TRY_ASSIGN(git::Worktree worktree, git::Worktree::reopen(checkout.git, scope.ports.files,
                                                           worktree_plan(scope, settings, checkout),
                                                           scope.state().base_commit)
                                         .during("reopening the worktree of the run"));
  TRY(worktree.restore(scope.id.text() + "-" + std::to_string(scope.state().last_seq)));
  checkout.worktree = std::move(worktree);
  return rescue_leftovers(scope, checkout);
}

Status make_worktree(const Scope& scope, const RunSettings& settings, Checkout& checkout) {
  TRY(say(scope, "making a worktree of " + checkout.target.name));
  TRY_ASSIGN(git::Worktree worktree, git::Worktree::create(checkout.git, scope.ports.files,
                                                           worktree_plan(scope, settings, checkout))
                                         .during("making a worktree of " + checkout.target.name));
  TRY(scope.events.append(to_event(run::WorktreeReady{.path = worktree.folder(),
                                                      .base = worktree.base_branch(),
                                                      .commit = worktree.base_commit()})));
  checkout.worktree = std::move(worktree);
  return Done{};
}

}  // namespace

Status open_worktree(const Scope& scope, const RunSettings& settings, Checkout& checkout) {
  if (checkout.worktree) return Done{};
  // A pipeline without a preflight.
  if (scope.state().sandbox_level.empty()) TRY(check_sandbox(scope, settings, checkout));
  if (scope.state().base_commit.empty()) return make_worktree(scope, settings, checkout);
  return reopen_worktree(scope, settings, checkout);
}

}  // namespace pawl::stages
