// Edit, judge and commit, subtask by subtask. A failed subtask marks its task failed, and the plan
// goes on.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/stack.hpp"
#include "run/work_events.hpp"
#include "stages/head.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/run_memory.hpp"
#include "stages/stages.hpp"
#include "stages/working/attempt.hpp"
#include "stages/working/chat_proposer.hpp"
#include "stages/working/commit.hpp"
#include "stages/working/failure_modes.hpp"
#include "stages/working/reproduction.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

using run::SubtaskStatus;

SubtaskStatus status_of(const run::RunState& state, const std::string& subtask) {
  const auto found = state.subtasks.find(subtask);
  return found == state.subtasks.end() ? SubtaskStatus::pending : found->second.status;
}

// How all attempts at a subtask failed.
struct Failure {
  std::string reason;
  int attempts = 0;
  std::vector<std::string> modes;
  std::set<std::string> paths;  // that the attempts would have changed
  std::vector<std::string> rules;
};

Status record_failure(const Workshop& shop, const planner::Task& task,
                      const planner::Subtask& subtask, const Failure& failure) {
  constexpr std::size_t kErrorBytesMax = 500;
  TRY(shop.scope.events.append(
      to_event(run::WorkerSubtaskFailed{.task_id = task.id,
                                        .subtask_id = subtask.id,
                                        .title = subtask.title,
                                        .file_hints = subtask.file_hints,
                                        .error = printable(failure.reason, kErrorBytesMax)})));
  return shop.scope.events.append(
      to_event(run::SubtaskFailed{.subtask = subtask.id,
                                  .reason = failure.reason,
                                  .attempts = failure.attempts,
                                  .paths = {failure.paths.begin(), failure.paths.end()},
                                  .failure_modes = failure.modes,
                                  .rules = failure.rules,
                                  .model = shop.models.for_work().name()}));
}

Status record_work_commit(const Workshop& shop, const std::string& subtask,
                          const AttemptResult& result, int attempt) {
  TRY(record_commit(shop.scope, {.subtask = subtask,
                                 .commit = result.commit,
                                 .message = result.message,
                                 .paths = result.paths,
                                 .tests_fixed = result.tests_fixed,
                                 .tests_added = result.tests_added,
                                 .attempt = attempt,
                                 .model = shop.models.for_work().name()}));
  if (attempt == 1) return Done{};
  return shop.scope.events.append(to_event(run::CriticBuildRetrySuccess{subtask, attempt}));
}

Status record_skip(const Scope& scope, const Models& models, const std::string& subtask,
                   const AttemptResult& result) {
  return scope.events.append(to_event(run::SubtaskSkipped{.subtask = subtask,
                                                          .reason = result.reason,
                                                          .paths = result.paths,
                                                          .model = models.for_work().name()}));
}

std::string reason_of(const std::vector<guards::Finding>& findings) {
  std::vector<std::string> rules;
  rules.reserve(findings.size());
  for (const guards::Finding& finding : findings) {
    rules.push_back(finding.rule + " on " + printable(finding.path, 100) + ": " +
                    printable(finding.message, 200));
  }
  return join(rules, "; ");
}

// The same fault twice in a row will come a third time.
bool repeats(std::set<std::string>& seen, const std::vector<guards::Finding>& findings) {
  std::set<std::string> now;
  for (const guards::Finding& finding : findings) now.insert(finding.fingerprint());
  const bool again = !now.empty() && now == seen;
  seen = std::move(now);
  return again;
}

// An answer no attempt could read as JSON ends the subtask; a model that is gone ends the run.
bool ends_the_run(const Error& error) {
  return error.code == Errc::upstream || error.code == Errc::timeout ||
         error.code == Errc::cancelled || error.code == Errc::io || error.code == Errc::conflict;
}

// What the last refusal, and all of them so far, say about the subtask.
void note_refusal(Failure& failure, const AttemptResult& result) {
  failure.reason = reason_of(result.findings);
  failure.paths.insert(result.paths.begin(), result.paths.end());
  std::set<std::string> rules;
  for (const guards::Finding& finding : result.findings) rules.insert(finding.rule);
  failure.rules.assign(rules.begin(), rules.end());
  failure.modes = failure_modes_of(failure.rules);
}

// An attempt that ended in an error which does not end the run.
Status record_error(const Workshop& shop, const planner::Task& task,
                    const planner::Subtask& subtask, Failure failure, const Error& error) {
  failure.reason = error.to_line();
  failure.rules.clear();
  failure.modes = {std::string(error.code == Errc::invalid ? kUnknownFailure : kGitRefused)};
  return record_failure(shop, task, subtask, failure);
}

// One stage of work: what its attempts share.
class WorkStage {
 public:
  WorkStage(const Workshop& shop, bool compile_fix, std::vector<planner::PastOffer> offers)
      : shop_(shop), compile_fix_(compile_fix), offers_(std::move(offers)) {}

  const Workshop& shop() const { return shop_; }
  bool compile_fix() const { return compile_fix_; }
  const std::vector<planner::PastOffer>& offers() const { return offers_; }
  Proposer& proposer() { return proposer_; }
  // The test that shows what is reported, once there is one.
  const Reproduction* reproduction() const { return reproduction_ ? &*reproduction_ : nullptr; }
  void set_reproduction(Reproduction shown) { reproduction_ = std::move(shown); }
  // There is such a test, and no commit makes it pass.
  bool is_unfixed() const {
    return reproduction_ && fixed_by(reproduction_->ids(), shop_.scope.state()).empty();
  }
  // What is known of HEAD, read once.
  Result<Head*> head() {
    if (!head_) {
      TRY_ASSIGN(head_, Head::open(shop_.scope, shop_.settings, shop_.checkout));
    }
    return head_.get();
  }
  // The change tried last was committed: the next one is made on another head.
  Status committed() {
    const std::unique_ptr<Head> before = std::move(head_);
    return before ? before->keep_results() : Status(Done{});
  }

 private:
  Workshop shop_;
  bool compile_fix_;
  std::vector<planner::PastOffer> offers_;
  ChatProposer proposer_{shop_};
  std::optional<Reproduction> reproduction_;
  std::unique_ptr<Head> head_;
};

// No test was found that shows what is reported: its fix is worked on all the same.
Status record_not_shown(const Workshop& shop, const planner::Subtask& subtask,
                        const Failure& failure) {
  return shop.scope.events.append(to_event(run::SubtaskSkipped{
      .subtask = subtask.id,
      .reason = "no test shows it: " + failure.reason,
      .paths = std::vector<std::string>(failure.paths.begin(), failure.paths.end()),
      .model = shop.models.for_work().name()}));
}

// All attempts failed.
Status record_end(const Workshop& shop, const planner::Task& task, const planner::Subtask& subtask,
                  const Failure& failure) {
  if (subtask.reproduces) return record_not_shown(shop, subtask, failure);
  return record_failure(shop, task, subtask, failure);
}

Status record_reproduced(WorkStage& stage, const std::string& subtask, AttemptResult result,
                         int attempt) {
  const Workshop& shop = stage.shop();
  Reproduction& shown = *result.reproduction;
  TRY(keep_reproduction(shop.scope, shown));
  TRY(shop.scope.events.append(
      to_event(run::SubtaskReproduced{.subtask = subtask,
                                      .tests = shown.ids(),
                                      .paths = std::move(result.paths),
                                      .attempt = attempt,
                                      .model = shop.models.for_work().name()})));
  stage.set_reproduction(std::move(shown));
  return Done{};
}

// "Nothing is to be done" is no answer where something is known to be broken, or where a change was
// tried and refused before.
std::string why_not_done(const planner::Subtask& subtask, const Failure& failure) {
  if (!subtask.tests.empty()) {
    return "its tests still fail, and the model says that nothing is to be done";
  }
  if (failure.attempts > 1) {
    return "after a refused attempt the model says that nothing is to be done";
  }
  return {};
}

// `brought` is a test that the change has to bring along; null: none.
Status work_on(WorkStage& stage, const planner::Task& task, const planner::Subtask& subtask,
               const Reproduction* brought) {
  const Workshop& shop = stage.shop();
  const Scope& scope = shop.scope;
  // A test that the change brings along is none of the branch.
  std::string reason =
      brought == nullptr ? nothing_to_mend(scope, shop.checkout, subtask) : std::string();
  if (!reason.empty()) {
    return scope.events.append(
        to_event(run::SubtaskSkipped{.subtask = subtask.id, .reason = std::move(reason)}));
  }
  std::string feedback;
  std::string previous;
  std::set<std::string> seen;
  Failure failure{.reason = "no attempt was allowed", .modes = {std::string(kUnknownFailure)}};
  while (failure.attempts < shop.settings.request.attempts_max) {
    const int number = ++failure.attempts;
    TRY(go_on(scope));
    TRY(scope.events.append(to_event(
        run::SubtaskBegin{.subtask = subtask.id, .attempt = number, .hints = subtask.file_hints})));
    TRY_ASSIGN(Head * head, stage.head());
    Result<AttemptResult> result =
        attempt(stage.shop(), *head, stage.proposer(),
                {.task = task,
                 .subtask = subtask,
                 .number = number,
                 .compile_fix = stage.compile_fix(),
                 .feedback = feedback,
                 .previous_answer = previous,
                 .offers = subtask.reproduces ? nullptr : &stage.offers(),
                 .reproduction = brought});
    if (!result) {
      const bool over = budget_is_gone(shop.models) || shop.models.refused;
      if (over || ends_the_run(result.error())) return std::move(result).error();
      if (subtask.reproduces) {
        failure.reason = result.error().to_line();
        return record_not_shown(shop, subtask, failure);
      }
      return record_error(shop, task, subtask, failure, result.error());
    }
    if (result->end == AttemptEnd::reproduced) {
      return record_reproduced(stage, subtask.id, *std::move(result), number);
    }
    if (result->end == AttemptEnd::committed) {
      TRY(record_work_commit(shop, subtask.id, *result, number));
      return stage.committed();
    }
    // What is broken stays so: that its fix was declined is no success.
    if (result->end == AttemptEnd::offered && subtask.tests.empty()) {
      return record_skip(scope, shop.models, subtask.id, *result);
    }
    if (result->end == AttemptEnd::offered) {
      failure.reason = "its tests still fail: " + result->reason;
      return record_failure(shop, task, subtask, failure);
    }
    if (result->end == AttemptEnd::unchanged) {
      if (subtask.reproduces) {
        failure.reason = shop.models.for_work().name() + " says: " + result->reason;
        return record_not_shown(shop, subtask, failure);
      }
      const std::string why = why_not_done(subtask, failure);
      if (why.empty()) return record_skip(scope, shop.models, subtask.id, *result);
      failure.reason = why + ": " + result->reason;
      return record_failure(shop, task, subtask, failure);
    }
    if (result->end == AttemptEnd::unreadable || result->end == AttemptEnd::too_large) {
      failure.reason = result->reason;
      failure.rules.clear();
      failure.modes = {
          std::string(result->end == AttemptEnd::unreadable ? kNoJson : kContextTooSmall)};
      break;
    }
    feedback = guards::feedback_of(result->findings);
    previous = result->answer;
    note_refusal(failure, *result);
    if (repeats(seen, result->findings)) {
      failure.reason += " (the same findings twice in a row)";
      break;
    }
  }
  return record_end(shop, task, subtask, failure);
}

// Why the test that shows what is reported leaves a subtask nothing to do; empty when it does not.
std::string why_settled(const WorkStage& stage, const planner::Subtask& subtask) {
  const Reproduction* shown = stage.reproduction();
  if (shown == nullptr || subtask.reproduces) return {};
  if (writes_tests(subtask)) return shown->subtask + " wrote the test";
  const std::string by = fixed_by(shown->ids(), stage.shop().scope.state());
  if (by.empty() || !mends_code(subtask)) return {};
  return by + " fixed it: the test passes that shows what is reported";
}

// It was done, by this process or an earlier one.
bool is_done(const WorkStage& stage, const planner::Subtask& subtask) {
  const run::RunState state = stage.shop().scope.state();
  const SubtaskStatus status = status_of(state, subtask.id);
  if (status != SubtaskStatus::reproduced) {
    return status == SubtaskStatus::committed || status == SubtaskStatus::skipped;
  }
  // Without the test it is written anew, but for one that was committed with its fix.
  return stage.reproduction() != nullptr ||
         !fixed_by(state.subtasks.at(subtask.id).tests_shown, state).empty();
}

std::string why_impossible(const planner::Subtask& subtask, const Reproduction* brought,
                           const repo::RepoView& tree) {
  std::string reason = planner::obstacle_to(subtask, tree);
  return reason.empty() && brought != nullptr ? why_unfit(*brought, tree) : reason;
}

Status work_on_subtask(WorkStage& stage, memory::Memory& memory, const planner::TaskPlan& plan,
                       const planner::Task& task, const planner::Subtask& planned) {
  const Workshop& shop = stage.shop();
  const Scope& scope = shop.scope;
  if (is_done(stage, planned)) return Done{};
  if (std::string settled = why_settled(stage, planned); !settled.empty()) {
    return scope.events.append(
        to_event(run::SubtaskSkipped{.subtask = planned.id, .reason = std::move(settled)}));
  }
  const Reproduction* brought =
      stage.is_unfixed() && mends_code(planned) ? stage.reproduction() : nullptr;
  const planner::Subtask subtask = brought == nullptr ? planned : fix_of(*brought, planned, plan);
  TRY_ASSIGN(const Head* head, stage.head());
  std::string reason = why_impossible(subtask, brought, head->base().tree());
  TRY(head->base().tree().trouble());
  if (!reason.empty()) {
    return record_end(shop, task, subtask,
                      {.reason = std::move(reason), .modes = {std::string(kUnknownFailure)}});
  }
  TRY(say(scope, subtask.id + ": " + subtask.title));
  TRY(work_on(stage, task, subtask, brought));
  return memory.offer(run::last_observation(scope.state(), subtask.id));
}

// A subtask that did not mend its tests has failed only as long as they fail: of the places a fault
// may be in, all but one are not it.
Status settle_mended(const Workshop& shop, const planner::TaskPlan& plan) {
  const run::RunState state = shop.scope.state();
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      if (status_of(state, subtask.id) != SubtaskStatus::failed) continue;
      std::string reason = nothing_to_mend(shop.scope, shop.checkout, subtask);
      if (reason.empty()) continue;
      TRY(shop.scope.events.append(
          to_event(run::SubtaskSkipped{.subtask = subtask.id, .reason = std::move(reason)})));
    }
  }
  return Done{};
}

struct Tally {
  std::size_t committed = 0;
  std::size_t skipped = 0;
  std::size_t failed = 0;
  std::string skipped_why;    // of the first one
  std::size_t too_large = 0;  // of the failed ones: the model cannot take the question
  std::string too_large_why;
};

void count_failed(Tally& count, const run::SubtaskState& state) {
  ++count.failed;
  const auto& modes = state.failure_modes;
  if (std::find(modes.begin(), modes.end(), kContextTooSmall) == modes.end()) return;
  ++count.too_large;
  count.too_large_why = state.reason;
}

Tally tally(const Scope& scope, const planner::TaskPlan& plan) {
  Tally count;
  const run::RunState state = scope.state();
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const SubtaskStatus status = status_of(state, subtask.id);
      if (status == SubtaskStatus::committed) ++count.committed;
      if (status == SubtaskStatus::skipped && count.skipped++ == 0) {
        count.skipped_why = state.subtasks.at(subtask.id).reason;
      }
      if (status == SubtaskStatus::failed) count_failed(count, state.subtasks.at(subtask.id));
    }
  }
  return count;
}

Result<bool> build_is_broken(const Scope& scope) {
  TRY_ASSIGN(const Json json, scope.artifacts.read_json(kReportBefore));
  TRY_ASSIGN(const analyzers::Report report, analyzers::report_from_json(json));
  const analyzers::Metric* build = report.find("build");
  return build != nullptr && build->status == analyzers::MetricStatus::fail;
}

// What builds and tests say before anything is changed; the analysis has measured it most often.
Status take_baseline(WorkStage& stage) {
  const config::Config& config = stage.shop().settings.config;
  const bool wanted = config.guard_build || config.guard_tests;
  if (!config.run_checks || !wanted) return Done{};
  TRY_ASSIGN(Head * head, stage.head());
  return head->take_baseline();
}

Status work_on_all(WorkStage& stage, memory::Memory& memory, const planner::TaskPlan& plan) {
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      TRY(go_on(stage.shop().scope));
      TRY(work_on_subtask(stage, memory, plan, task, subtask));
      // The test asks for all of the fix: what is left of the plan is nothing without it.
      const bool failed =
          status_of(stage.shop().scope.state(), subtask.id) == SubtaskStatus::failed;
      if (failed && mends_code(subtask) && stage.is_unfixed()) return Done{};
    }
  }
  return Done{};
}

// What was committed so far goes on to the pull request; what is left waits for a larger budget.
Outcome stop_early(const WorkStage& stage, const planner::TaskPlan& plan) {
  const Scope& scope = stage.shop().scope;
  const Models& models = stage.shop().models;
  std::vector<std::string> left;
  const run::RunState state = scope.state();
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const SubtaskStatus status = status_of(state, subtask.id);
      const bool open = status == SubtaskStatus::pending || status == SubtaskStatus::in_progress;
      if (open) left.push_back(subtask.id);
    }
  }
  constexpr std::size_t kNamedMax = 12;
  const std::string count = counted(left.size(), "subtask");
  if (left.size() > kNamedMax) {
    left.resize(kNamedMax);
    left.emplace_back("…");
  }
  const std::string reason = models.budget->exhausted() + "; " + count +
                             " left: " + join(left, ", ") +
                             "; go on with --resume and a larger budget";
  std::string bail_class(kBudgetClass);
  return tally(scope, plan).committed > 0 && !stage.is_unfixed()
             ? Outcome::part(std::move(bail_class), kBudgetExit, reason)
             : Outcome::bail(std::move(bail_class), kBudgetExit, reason);
}

// A test shows what is reported, and nothing makes it pass: neither it nor what else was done is a
// fix, and nothing is offered.
Outcome without_fix(const WorkStage& stage, const planner::TaskPlan& plan) {
  const Workshop& shop = stage.shop();
  const Reproduction& shown = *stage.reproduction();
  const run::RunState state = shop.scope.state();
  std::string why = "no change was made for it";
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      if (!mends_code(subtask) || status_of(state, subtask.id) != SubtaskStatus::failed) continue;
      why = state.subtasks.at(subtask.id).reason;
    }
  }
  constexpr std::size_t kWhyBytesMax = 400;
  return Outcome::bail(
      "exhausted", 6,
      printable(shown.failures.front().id, 200) +
          " shows what is reported, and no change made it pass, so nothing is offered: " +
          printable(why, kWhyBytesMax) + "; the test is kept in " +
          shop.scope.artifacts.path(kReproduction));
}

// What an earlier process of the run wrote.
void take_reproduction(WorkStage& stage, const planner::TaskPlan& plan) {
  const Scope& scope = stage.shop().scope;
  const run::RunState state = scope.state();
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      if (status_of(state, subtask.id) != SubtaskStatus::reproduced) continue;
      std::optional<Reproduction> kept = kept_reproduction(scope);
      const bool same = kept && kept->subtask == subtask.id &&
                        kept->ids() == state.subtasks.at(subtask.id).tests_shown;
      if (same) stage.set_reproduction(*std::move(kept));
    }
  }
}

}  // namespace

Result<Outcome> work(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                     Models& models, memory::Memory& memory) {
  TRY_ASSIGN(const planner::TaskPlan plan, load_plan(scope));
  TRY(settle_commits(scope, checkout, models));
  TRY_ASSIGN(const bool compile_fix, build_is_broken(scope));
  TRY_ASSIGN(std::vector<planner::PastOffer> offers, remembered_offers(scope, settings));
  WorkStage stage({scope, settings, checkout, models}, compile_fix, std::move(offers));
  take_reproduction(stage, plan);
  TRY(take_baseline(stage));
  Status worked = work_on_all(stage, memory, plan);
  if (!worked && budget_is_gone(models)) return stop_early(stage, plan);
  TRY(std::move(worked));
  // Whatever became of an attempt: what is on the branch is what the journal records.
  TRY(settle_commits(scope, checkout, models));
  TRY(settle_mended(stage.shop(), plan));
  if (stage.is_unfixed()) return without_fix(stage, plan);
  const Tally count = tally(scope, plan);
  if (count.committed > 0) return Outcome{};
  if (count.failed == 0) {
    return Outcome::finish(run::RunStatus::nothing_to_do, 3,
                           "no subtask needed a change (" + counted(count.skipped, "subtask") +
                               " skipped: " + printable(count.skipped_why, 400) + ")");
  }
  if (count.too_large == count.failed) return Outcome::bail("other", 2, count.too_large_why);
  return Outcome::bail("exhausted", 6,
                       "no change survived the guards: " + counted(count.failed, "subtask") +
                           " failed, see `pawl logs " + scope.id.text() + "`");
}

}  // namespace pawl::stages
