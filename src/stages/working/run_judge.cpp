#include "stages/working/run_judge.hpp"

#include "base/check.hpp"
#include "guards/config/configured.hpp"
#include "guards/tests/test_proofs.hpp"
#include "repo/views/tree_view.hpp"
#include "stages/choices.hpp"
#include "stages/planning/solved.hpp"

namespace pawl::stages {
namespace {

std::string obstacle(const os::Root& root, const RepoPath& path) {
  const Result<std::optional<os::FileStat>> stat = root.stat(path);
  if (!stat) return stat.error().message;
  if (!stat.value()) return {};
  switch (stat.value()->type) {
    case os::FileType::file: return {};
    case os::FileType::symlink: return "it is a symbolic link";
    case os::FileType::folder: return "it is a folder";
    case os::FileType::other: return "it is no regular file";
  }
  return {};
}

std::vector<RepoPath> paths_of(const std::vector<std::string>& texts) {
  std::vector<RepoPath> paths;
  for (const std::string& text : texts) {
    if (Result<RepoPath> path = RepoPath::parse(text); path) paths.push_back(*std::move(path));
  }
  return paths;
}

// What the run is narrowed to may want guards that are off otherwise.
guards::Context context_of(const Order& order, const os::Root& worktree) {
  guards::Context context;
  context.hints = paths_of(order.subtask.file_hints);
  context.named = paths_of(order.subtask.named);
  context.compile_fix = order.compile_fix;
  context.to_mend = order.subtask.tests;
  if (order.subtask.action == planner::SubtaskAction::remove) {
    context.sanctioned_deletions = context.hints;
  }
  context.obstacle = [&worktree](const RepoPath& path) { return obstacle(worktree, path); };
  return context;
}

}  // namespace

Result<guards::Policy> run_policy(const StageRun& run) {
  return policy_of(run.config, run.request.scope);
}

Status check_suppressions(StageRun& run) {
  git::ObjectReader objects(run.git, run.worktree->folder());
  const auto base =
      repo::tree_view(run.git, objects, run.worktree->folder(), run.worktree->base_commit());
  TRY_ASSIGN([[maybe_unused]] const auto suppressions, guards::suppressions_of(*base));
  return base->trouble();
}

RunJudge::RunJudge(StageRun& run, Head& head, const Order& order)
    : run_(run),
      head_(head),
      hints_(paths_of(order.subtask.file_hints)),
      attempt_{order.subtask.id, order.number},
      owner_(head.base().reader(), run.worktree->base_commit()) {}

Result<std::unique_ptr<RunJudge>> RunJudge::open(StageRun& run, Head& head,
                                                 const os::Root& worktree, const Order& order) {
  std::unique_ptr<RunJudge> judge(new RunJudge(run, head, order));
  guards::Context context = context_of(order, worktree);
  TRY_ASSIGN(context.locked, locked_symbols(head.objects(), run.state()));
  TRY_ASSIGN(guards::Policy policy, run_policy(run));
  TRY_ASSIGN(judge->judge_,
             judge::Judge::open({.base = head.base(),
                                 .tools = &head.tools(),
                                 .config = run.config,
                                 .files = run.ports.files,
                                 .schemas = run.layout.schemas(),
                                 .policy = std::move(policy),
                                 .owner = &judge->owner_.tree(),
                                 .order = std::move(context),
                                 .stopwatch = [&run] { return run.ports.clock.ticks(); }}));
  return judge;
}

Result<judge::Judged> RunJudge::judge(const git::Change& change) {
  TRY_ASSIGN(judge::Judged judged, judge_->judge(change, attempt_, run_.events));
  TRY(head_.told());
  TRY(go_on(run_));
  return judged;
}

std::vector<std::string> RunJudge::tests_fixed() const { return mended_tests(judge_->evidence()); }

std::vector<run::ProvenTest> RunJudge::tests_added(const git::Change& change) const {
  std::vector<run::ProvenTest> out;
  const guards::Evidence* known = judge_->evidence();
  if (known == nullptr || !known->tests || !known->mutants) return out;
  for (const guards::TestProof& proof :
       guards::proofs_of(guards::added_tests(change, *known), *known->mutants)) {
    out.push_back({.test = proof.test,
                   .file = proof.file,
                   .noticed = proof.noticed,
                   .tried = proof.tried,
                   .told = proof.told()});
  }
  return out;
}

}  // namespace pawl::stages
