#include "stages/working/run_judge.hpp"

#include "base/check.hpp"
#include "evidence/schema_cache.hpp"
#include "guards/config/configured.hpp"
#include "guards/tests/test_proofs.hpp"
#include "planner/verticals.hpp"
#include "repo/views/tree_view.hpp"
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
void add_guards(const planner::Vertical& vertical, guards::Policy& policy) {
  for (const std::string_view id : vertical.guards) {
    const guards::Guard* guard = guards::find(id);
    PAWL_CHECK(guard != nullptr, id);
    std::erase_if(policy.skip,
                  [&](const std::string& skipped) { return guards::find(skipped) == guard; });
    policy.enable.emplace_back(id);
  }
  policy.require.insert(policy.require.end(), vertical.required.begin(), vertical.required.end());
}

}  // namespace

Result<guards::Policy> run_policy(StageRun& run) {
  TRY_ASSIGN(guards::Policy policy, guards::configured_policy(run.config));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(run.request.scope));
  if (vertical != nullptr) add_guards(*vertical, policy);
  // The branch's own commits have no say in what is suppressed.
  git::ObjectReader objects(run.git, run.worktree->folder());
  const auto base =
      repo::tree_view(run.git, objects, run.worktree->folder(), run.worktree->base_commit());
  TRY_ASSIGN(policy.suppressions, guards::suppressions_of(*base));
  TRY(base->trouble());
  return policy;
}

RunJudge::RunJudge(StageRun& run, const AttemptInput& input)
    : run_(run), around_(run), attempt_{input.subtask.id, input.number} {}

Result<std::unique_ptr<RunJudge>> RunJudge::open(StageRun& run, const os::Root& worktree,
                                                 const AttemptInput& input) {
  std::unique_ptr<RunJudge> judge(new RunJudge(run, input));
  guards::Context& context = judge->context_;
  context.hints = paths_of(input.subtask.file_hints);
  context.named = paths_of(input.subtask.named);
  context.settings = guards::configured_settings(run.config);
  context.compile_fix = input.compile_fix;
  context.to_mend = input.subtask.tests;
  context.base = judge->around_.tree();
  TRY_ASSIGN(context.locked, locked_symbols(judge->around_.objects(), run.state()));
  if (input.subtask.action == planner::SubtaskAction::remove) {
    context.sanctioned_deletions = context.hints;
  }
  context.obstacle = [&worktree](const RepoPath& path) { return obstacle(worktree, path); };
  context.fetched_schema = evidence::fetched_schemas(run.ports.files, run.layout.schemas());
  RunJudge* self = judge.get();
  context.own_parser = [self](syntax::Language language, const RepoPath& path,
                              const std::string& text) {
    return self->parses(language, path, text);
  };
  return judge;
}

std::optional<bool> RunJudge::parses(syntax::Language language, const RepoPath& path,
                                     const std::string& text) {
  if (!own_parser_) {
    const std::string folder = os::join_path(run_.layout.scratch(run_.id), "parse");
    auto made = os::Tainted::create(
        folder, {.owner = run_.sandbox.files_owner(), .cancel = &run_.ports.cancel});
    if (!made) return {};
    own_parser_ = evidence::own_parser({.processes = run_.ports.processes,
                                        .sandbox = run_.sandbox,
                                        .path_list = evidence::tool_places(run_.ports).path_list,
                                        .folder = *std::move(made),
                                        .cancel = &run_.ports.cancel});
  }
  return own_parser_(language, path, text);
}

// Builds and tests are expensive: the stack asks for them when no cheaper tier refused.
const guards::Evidence* RunJudge::gather(const git::Change& change, const guards::Policy& policy) {
  Result<std::unique_ptr<RunEvidence>> opened = RunEvidence::open(run_);
  if (!opened) {
    gathered_ = std::move(opened).error();
    return nullptr;
  }
  evidence_ = *std::move(opened);
  context_.evidence = evidence_->gather(change, policy, index_.get());
  gathered_ = evidence_->told();
  return context_.evidence;
}

Result<guards::Judged> RunJudge::judge(const git::Change& change) {
  index_ = around_.with(change);
  context_.index = index_.get();
  context_.evidence = nullptr;
  TRY_ASSIGN(const guards::Policy policy, run_policy(run_));
  context_.gather = [&] { return gather(change, policy); };
  Result<guards::Judged> judged = guards::judge(change, context_, policy, attempt_, run_.events,
                                                [this] { return run_.ports.clock.ticks(); });
  context_.gather = nullptr;
  TRY(Status(gathered_));
  if (around_.tree() != nullptr) TRY(around_.tree()->trouble());
  TRY(go_on(run_));
  return judged;
}

std::vector<std::string> RunJudge::tests_fixed() const { return mended_tests(context_.evidence); }

std::vector<run::ProvenTest> RunJudge::tests_added(const git::Change& change) const {
  std::vector<run::ProvenTest> out;
  const guards::Evidence* known = context_.evidence;
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

Status RunJudge::committed() { return evidence_ ? evidence_->committed() : Status(Done{}); }

}  // namespace pawl::stages
