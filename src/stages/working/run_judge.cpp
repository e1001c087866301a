#include "stages/working/run_judge.hpp"

#include "base/check.hpp"
#include "base/text/text.hpp"
#include "guards/config/configured.hpp"
#include "guards/order_json.hpp"
#include "guards/tests/reproduction.hpp"
#include "guards/tests/test_proofs.hpp"
#include "repo/views/tree_view.hpp"
#include "stages/choices.hpp"
#include "stages/planning/solved.hpp"
#include "stages/working/layout_words.hpp"

namespace pawl::stages {
namespace {

// Of the folders on the way to a file: why nothing can be written below one.
std::string obstacle_on_the_way(Head& head, const RepoPath& path) {
  std::string way;
  for (const std::string& name : path.components().first(path.components().size() - 1)) {
    way += (way.empty() ? "" : "/") + name;
    const Result<std::optional<git::TreeNode>> node = head.node(way);
    if (!node) return node.error().message;
    if (!node.value()) return {};
    if (node.value()->is_symlink()) {
      return path.text() + " goes through a symbolic link, which is not followed";
    }
    if (node.value()->is_submodule()) return path.text() + " is inside of a submodule";
  }
  return {};
}

std::string obstacle(Head& head, const RepoPath& path) {
  if (std::string way = obstacle_on_the_way(head, path); !way.empty()) return way;
  const Result<std::optional<git::TreeNode>> node = head.node(path.text());
  if (!node) return node.error().message;
  if (!node.value()) return {};
  if (node.value()->is_symlink()) return std::string(guards::kObstacleLink);
  if (node.value()->is_file()) return {};
  return node.value()->is_folder() ? "it is a folder" : "it is a submodule";
}

std::vector<RepoPath> paths_of(const std::vector<std::string>& texts) {
  std::vector<RepoPath> paths;
  for (const std::string& text : texts) {
    if (Result<RepoPath> path = RepoPath::parse(text); path) paths.push_back(*std::move(path));
  }
  return paths;
}

// The order as guards read it.
guards::Order guarded_order(const Order& order, Head& head) {
  guards::Order guarded;
  guarded.hints = paths_of(order.subtask.file_hints);
  guarded.named = paths_of(order.subtask.named);
  guarded.compile_fix = order.compile_fix;
  guarded.to_mend = order.subtask.tests;
  guarded.reproduces = order.subtask.reproduces;
  if (order.reproduction != nullptr) {
    guarded.reproduction = order.reproduction->guarded();
    for (const auto& file : guarded.reproduction.files) guarded.hints.push_back(file.path);
  }
  guarded.layout = is_about_layout(order.task, order.subtask);
  if (order.subtask.action == planner::SubtaskAction::remove) {
    guarded.sanctioned_deletions = guarded.hints;
  }
  guarded.obstacle = [&head](const RepoPath& path) { return obstacle(head, path); };
  return guarded;
}

}  // namespace

Result<guards::Policy> run_policy(const RunSettings& settings) {
  return policy_of(settings.config, settings.request.scope);
}

Status check_suppressions(const Checkout& checkout) {
  git::ObjectReader objects(checkout.git, checkout.worktree->folder());
  const auto base = repo::tree_view(checkout.git, objects, checkout.worktree->folder(),
                                    checkout.worktree->base_commit());
  TRY_ASSIGN([[maybe_unused]] const auto suppressions, guards::suppressions_of(*base));
  return base->trouble();
}

RunJudge::RunJudge(const Scope& scope, const Checkout& checkout, Head& head, const Order& order)
    : scope_(scope),
      head_(head),
      hints_(paths_of(order.subtask.file_hints)),
      attempt_{order.subtask.id, order.number},
      brought_(order.reproduction == nullptr ? std::vector<std::string>()
                                             : order.reproduction->ids()),
      owner_(head.base().reader(), checkout.worktree->base_commit()) {}

Result<std::unique_ptr<RunJudge>> RunJudge::open(const Scope& scope, const RunSettings& settings,
                                                 const Checkout& checkout, Head& head,
                                                 const Order& order) {
  std::unique_ptr<RunJudge> judge(new RunJudge(scope, checkout, head, order));
  guards::Order guarded = guarded_order(order, head);
  TRY_ASSIGN(guarded.locked, locked_symbols(head.objects(), scope.state()));
  judge->free_ = order.free;
  judge->words_ = order.words;
  judge->guarded_ = guarded;
  TRY_ASSIGN(guards::Policy policy, run_policy(settings));
  judge->asked_ = {.subtask = order.subtask.id,
                   .attempt = order.number,
                   .order = guards::to_json(guarded),
                   .policy = guards::to_json(policy),
                   .settings = guards::judging_settings(settings.config)};
  TRY_ASSIGN(judge->judge_,
             judge::Judge::open({.base = head.base(),
                                 .tools = &head.tools(),
                                 .config = settings.config,
                                 .files = scope.ports.files,
                                 .schemas = scope.layout.schemas(),
                                 .policy = std::move(policy),
                                 .owner = &judge->owner_.tree(),
                                 .order = std::move(guarded),
                                 .stopwatch = [&scope] { return scope.ports.clock.ticks(); }}));
  return judge;
}

void RunJudge::free_for(const git::Change& change) {
  guards::Order order = guarded_;
  order.hints.clear();
  for (const git::FileChange& file : change.files) {
    order.hints.push_back(file.path);
    if (!contains(words_, file.path.text())) continue;
    order.named.push_back(file.path);
    if (!file.after) order.sanctioned_deletions.push_back(file.path);
  }
  hints_ = order.hints;
  asked_.order = guards::to_json(order);
  judge_->take_order(std::move(order));
}

Result<judge::Judged> RunJudge::judge(const git::Change& change, const judge::Unjudged& unjudged) {
  if (free_) free_for(change);
  TRY(scope_.events.append(to_event(asked_)));
  TRY_ASSIGN(judge::Judged judged, judge_->judge(change, attempt_, scope_.events, unjudged));
  TRY(head_.recorded());
  TRY(go_on(scope_));
  return judged;
}

std::optional<Reproduction> RunJudge::reproduction(const git::Change& change) const {
  const guards::Evidence* known = judge_->evidence();
  if (known == nullptr) return std::nullopt;
  Reproduction out{.subtask = attempt_.subtask, .change = change, .failures = {}, .stack = {}};
  for (const guards::NewFailure& one : guards::new_failures(change, *known)) {
    if (guards::is_no_test(change, *one.run, *one.test)) return std::nullopt;
    out.stack = one.run->stack;
    out.failures.push_back({.id = one.test->id,
                            .file = one.test->file,
                            .message = one.test->message,
                            .folder = one.run->folder});
  }
  if (out.failures.empty()) return std::nullopt;
  return out;
}

std::string RunJudge::why_not_fixed(const Reproduction& reproduction) const {
  return guards::why_not_passing(judge_->evidence(), reproduction.guarded());
}

std::vector<std::string> RunJudge::tests_fixed() const {
  std::vector<std::string> fixed = brought_;
  for (std::string& test : mended_tests(judge_->evidence())) {
    if (!among(fixed, test)) fixed.push_back(std::move(test));
  }
  return fixed;
}

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
                   .told = proof.summary()});
  }
  return out;
}

}  // namespace pawl::stages
