#include "stages/ci/repair.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "critics/diff.hpp"
#include "guards/paths/path_policy.hpp"
#include "guards/stack.hpp"
#include "planner/rules/suspects.hpp"
#include "proof/bundle.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "run/work_events.hpp"
#include "stages/ci/ci_critic.hpp"
#include "stages/ci/ci_events.hpp"
#include "stages/context_windows.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/proof.hpp"
#include "stages/working/attempt.hpp"
#include "stages/working/chat_proposer.hpp"
#include "stages/working/commit.hpp"
#include "store/lock.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kRepairId = "CI-S";
constexpr std::size_t kHintsMax = 6;
constexpr std::size_t kSinceMax = 6'000;

bool may_be_hint(const std::string& name, const repo::RepoView& tree) {
  const Result<RepoPath> path = RepoPath::parse(name);
  return path && tree.has(name) && guards::unasked_denial_of(*path).empty();
}

// What the logs name of the change, what they point at, what they name, what else was changed.
std::vector<std::string> hints_of(const std::vector<RedCheck>& red, const Head& head,
                                  const std::vector<std::string>& changed) {
  const repo::RepoView& tree = head.base().tree();
  std::vector<std::string> hints;
  const auto add = [&](const std::string& name) {
    const bool known = std::find(hints.begin(), hints.end(), name) != hints.end();
    if (!known && hints.size() < kHintsMax && may_be_hint(name, tree)) hints.push_back(name);
  };
  std::vector<planner::TestFailure> logs;
  std::vector<std::string> named;
  for (const RedCheck& one : red) {
    logs.push_back(one.log);
    named.insert(named.end(), one.files.begin(), one.files.end());
  }
  for (const std::string& name : named) {
    if (std::find(changed.begin(), changed.end(), name) != changed.end()) add(name);
  }
  const auto index = head.index();
  for (const planner::Suspect& suspect :
       planner::suspects_of(logs, tree, index ? &index->head() : nullptr)) {
    add(suspect.path);
  }
  for (const std::string& name : named) add(name);
  for (const std::string& name : changed) add(name);
  return hints;
}

RepairOrder order_of(const std::vector<RedCheck>& red, const SinceGreen& since, const Head& head) {
  RepairOrder order;
  order.task.id = "CI";
  order.task.title = "Make CI pass";
  order.task.metric = "ci";
  order.subtask.id = std::string(kRepairId) + "01";
  order.subtask.title = "Repair what CI found";
  order.subtask.description =
      "CI failed on the current code. Find the cause in the files shown, and mend that. No test, "
      "check or "
      "assertion may become weaker, be skipped or go.";
  order.subtask.file_hints = hints_of(red, head, since.files);
  for (const RedCheck& one : red) {
    if (one.reason.cause != CiCause::preexisting) order.logs.push_back(one.log);
  }
  order.logs.push_back({.id = "what changed since CI was green",
                        .file = {},
                        .message = head_and_tail(since.diff, kSinceMax),
                        .folder = {}});
  return order;
}

std::vector<std::string> files_of_diff(std::string_view diff) {
  std::vector<std::string> files;
  for (critics::DiffFile& file : critics::parse_diff(diff).files) {
    files.push_back(std::move(file.path));
  }
  return files;
}

// Where the branch of the pull request is: the target, or a fork of it.
Result<git::Target> place_of(const Checkout& checkout, const forge::Pull& pull) {
  if (pull.head_repository.empty()) return checkout.target;
  return git::parse_target(pull.head_repository, "", checkout.git.options().home);
}

// While it lives the fixer is the worker, where there is one.
class FixerAtWork {
 public:
  explicit FixerAtWork(Models& models)
      : models_(models),
        fixer_(models.others[config::Role::fixer]),
        swapped_(fixer_.own != nullptr) {
    if (swapped_) swap();
  }
  ~FixerAtWork() {
    if (swapped_) swap();
  }
  FixerAtWork(const FixerAtWork&) = delete;
  FixerAtWork& operator=(const FixerAtWork&) = delete;

 private:
  void swap() {
    std::swap(models_.worker, fixer_.own);
    std::swap(models_.worker_window, fixer_.window);
  }
  Models& models_;
  RoleModel& fixer_;
  bool swapped_;
};

// How much the fixer and its critic can be asked, where they are models of their own. Not empty:
// why one of them is not there.
Result<std::string> settle_repairers(const Workshop& shop) {
  for (const config::Role role : {config::Role::fixer, config::Role::critic}) {
    RoleModel& repairer = shop.models.others[role];
    if (!repairer.own) continue;
    Result<llm::Room> window = window_of(shop.scope, shop.models, role);
    if (!window && window.error().code == Errc::cancelled) return std::move(window).error();
    if (!window) return printable(window.error().to_line(), 300);
    repairer.window = *std::move(window);
  }
  return std::string();
}

Status record_repair(const Workshop& shop, const std::string& head, const RepairEnd& end,
                     int rounds) {
  return shop.scope.events.append(
      to_event(CiRepair{.head = head,
                        .outcome = end.commit.empty() ? "given_up" : "committed",
                        .commit = end.commit,
                        .rounds = rounds,
                        .reason = printable(end.reason, 500)}));
}

std::string why_refused(const AttemptResult& result) {
  std::vector<std::string> rules;
  for (const guards::Finding& finding : result.findings) {
    rules.push_back(finding.rule + ": " + printable(finding.message, 200));
  }
  return join(rules, "; ");
}

// Whether the error is about this repair, and not about the run.
bool is_of_repair(const Workshop& shop, const Error& error) {
  if (budget_is_gone(shop.models) || shop.models.refused) return true;
  return error.code != Errc::cancelled && error.code != Errc::io && error.code != Errc::conflict;
}

}  // namespace

Result<Rounds> attempts(const Workshop& shop, Head& head, Proposer& proposer,
                        const RepairOrder& wanted) {
  Order order{
      .task = wanted.task, .subtask = wanted.subtask, .ci = wanted.logs, .review = wanted.review};
  Rounds rounds{.end = {.commit = {}, .reason = "no attempt was allowed"}};
  while (rounds.number < shop.settings.config.ci_rounds) {
    order.number = ++rounds.number;
    TRY(go_on(shop.scope));
    TRY(shop.scope.events.append(to_event(run::SubtaskBegin{.subtask = wanted.subtask.id,
                                                            .attempt = order.number,
                                                            .hints = wanted.subtask.file_hints})));
    const Result<AttemptResult> result = attempt(shop, head, proposer, order);
    if (!result && !is_of_repair(shop, result.error())) return result.error();
    if (!result) {
      rounds.failed = true;
      rounds.end.reason = result.error().to_line();
      return rounds;
    }
    if (result->end == AttemptEnd::committed) {
      TRY(record_commit(shop.scope, {.subtask = wanted.subtask.id,
                                     .commit = result->commit,
                                     .message = result->message,
                                     .paths = result->paths,
                                     .tests_fixed = result->tests_fixed,
                                     .tests_added = result->tests_added,
                                     .attempt = order.number,
                                     .model = shop.models.for_work().name()}));
      rounds.end = {.commit = result->commit, .reason = {}};
      return rounds;
    }
    if (result->end != AttemptEnd::refused) {
      rounds.end.reason = result->reason.empty() ? "the model proposes no change" : result->reason;
      return rounds;
    }
    order.feedback = guards::feedback_of(result->findings);
    order.previous_answer = result->answer;
    rounds.end.reason = why_refused(*result);
  }
  return rounds;
}

Status record_given_up(const Workshop& shop, const std::string& subtask, const Rounds& rounds) {
  return shop.scope.events.append(
      to_event(run::SubtaskFailed{.subtask = subtask,
                                  .reason = rounds.end.reason,
                                  .attempts = rounds.number,
                                  .paths = {},
                                  .failure_modes = {},
                                  .rules = {},
                                  .model = shop.models.for_work().name()}));
}

Result<SinceGreen> since_green(const Scope& scope, const RunSettings& settings,
                               const Checkout& checkout, forge::Forge& forge) {
  const run::RunState state = scope.state();
  SinceGreen since;
  if (state.pr->branch != settings.request.branch) {
    TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(state.pr->number));
    TRY_ASSIGN(since.diff, forge.pulls().diff(state.pr->number));
    since.base_commit = pull.base_commit;
    since.files = files_of_diff(since.diff);
    return since;
  }
  since.base_commit = state.base_commit;
  const std::string& folder = checkout.worktree->folder();
  TRY_ASSIGN(since.diff, checkout.git.diff(folder, state.base_commit, "HEAD"));
  since.files = files_of_diff(since.diff);
  return since;
}

bool repair_ended(const run::RunState& state) {
  return std::any_of(state.subtasks.begin(), state.subtasks.end(), [](const auto& each) {
    return each.first.starts_with(kRepairId) &&
           (each.second.status == run::SubtaskStatus::committed ||
            each.second.status == run::SubtaskStatus::failed);
  });
}

Result<RepairEnd> repair(const Workshop& shop, const std::vector<RedCheck>& red,
                         const SinceGreen& since, const std::string& head_commit) {
  TRY_ASSIGN(std::string nobody, settle_repairers(shop));
  if (!nobody.empty()) return RepairEnd{.commit = {}, .reason = std::move(nobody)};
  const FixerAtWork fixer(shop.models);
  if (shop.models.for_work().name() == "recipes:") {
    return RepairEnd{.commit = {}, .reason = "recipes: repairs no code, that takes a model"};
  }
  TRY_ASSIGN(const std::unique_ptr<Head> head,
             Head::open(shop.scope, shop.settings, shop.checkout));
  const RepairOrder order = order_of(red, since, *head);
  TRY(head->base().tree().trouble());
  if (order.subtask.file_hints.empty()) {
    RepairEnd end{.commit = {}, .reason = "the logs name no file that may be changed"};
    TRY(record_repair(shop, head_commit, end, 0));
    return end;
  }
  const config::Config& config = shop.settings.config;
  if (config.run_checks && (config.guard_build || config.guard_tests)) TRY(head->take_baseline());
  TRY(say(shop.scope, "repairing what CI found, in " + join(order.subtask.file_hints, ", ")));
  ChatProposer chat(shop);
  CriticisedProposer proposer(shop, chat, order.logs);
  TRY_ASSIGN(Rounds rounds, attempts(shop, *head, proposer, order));
  if (rounds.end.commit.empty()) TRY(record_given_up(shop, order.subtask.id, rounds));
  TRY(record_repair(shop, head_commit, rounds.end, rounds.number));
  return std::move(rounds.end);
}

namespace {

// The text says what proves the head. Of a pull request of this run that is all the run did; of one
// that an earlier run opened it goes on from what that run, or the last one since, proved. What has
// no proof gets none: the new commits alone would prove less than it seems.
Result<std::string> body_of_repaired(const Workshop& shop, const forge::Pull& pull,
                                     const git::Target& place) {
  const bool own = pull.run == shop.scope.id.text();
  const std::string before = proof::marked_digest(pull.body);
  if (!own && before.empty()) return pull.body;
  TRY_ASSIGN(const Proof proof,
             make_proof(shop.scope, shop.settings, shop.checkout, own ? "" : before));
  TRY_ASSIGN(const std::string says,
             attach_proof(shop.scope, shop.checkout, {.run = pull.run, .target = place}, proof));
  return with_proof(pull.body, says);
}

}  // namespace

Status publish_repair(const Workshop& shop, forge::Forge& forge) {
  const Scope& scope = shop.scope;
  const git::Worktree& worktree = *shop.checkout.worktree;
  const run::PullRequestRef known = *scope.state().pr;
  TRY_ASSIGN(const std::string head, worktree.head());
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(scope.ports.files, scope.layout, shop.checkout.target.key,
                                    scope.id.text(), scope.ports.clock, scope.ports.cancel));
  TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(known.number));
  TRY_ASSIGN(const git::Target place, place_of(shop.checkout, pull));
  const run::Effect effect{
      .key = "publish:" + head,
      .kind = "publish",
      .intent = Json::object({{"branch", known.branch}, {"commit", head}, {"over", known.head}})};
  // Publishing is idempotent by itself: the same commit under the same branch is no change.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        TRY(git::publish_over(worktree, place, known.branch, known.head));
        return Json::object({{"commit", head}});
      }};
  TRY(say(scope, "publishing the repair under " + known.branch));
  TRY_ASSIGN([[maybe_unused]] const Json done,
             run::perform(scope.events, scope.state(), effect, steps));
  // One of a run says which head that published: else the push would seem somebody else's.
  if (!pull.run.empty()) {
    TRY_ASSIGN(std::string body, body_of_repaired(shop, pull, place));
    TRY(forge.pulls().open({.title = pull.title,
                            .body = std::move(body),
                            .base = pull.base,
                            .branch = pull.branch,
                            .base_commit = pull.base_commit,
                            .head_commit = head,
                            .run = pull.run,
                            .labels = pull.labels,
                            .fixes = pull.fixes,
                            .draft = pull.draft,
                            .head_repository = pull.head_repository}));
  }
  return scope.events.append(to_event(run::PrOpened{.number = known.number,
                                                    .url = known.url,
                                                    .branch = known.branch,
                                                    .head = head,
                                                    .adopted = true}));
}

}  // namespace pawl::stages
