// Measure again, publish the branch, open the pull request.
#include <algorithm>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "evidence/flaky_memory.hpp"
#include "guards/events.hpp"
#include "guards/guard.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/results.hpp"
#include "stages/stages.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::stages {
namespace {

Result<analyzers::Report> load_report(StageRun& run, std::string_view name) {
  TRY_ASSIGN(const Json json, run.artifacts.read_json(name));
  return analyzers::report_from_json(json);
}

// The report of this very HEAD: measured once, found again after a crash.
Result<analyzers::Report> report_after(StageRun& run) {
  TRY_ASSIGN(const std::string head, run.worktree->head());
  if (const auto known = load_report(run, kReportAfter); known && known->commit == head) {
    return *known;
  }
  TRY_ASSIGN(const Measured measured, measure_run(run, "after", kReportAfter));
  return measured.report;
}

std::string regression(const analyzers::Report& before, const analyzers::Report& after) {
  for (const std::string_view name : {"build", "test_results"}) {
    const analyzers::Metric* was = before.find(name);
    const analyzers::Metric* is = after.find(name);
    if (was == nullptr || is == nullptr) continue;
    if (was->status == analyzers::MetricStatus::pass &&
        is->status == analyzers::MetricStatus::fail) {
      return is->display_name + " was passing and fails now: " + is->details;
    }
  }
  return {};
}

Result<std::vector<GuardTally>> count_verdicts(const StageRun& run) {
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(run.layout.run(run.id)));
  std::vector<GuardTally> tallies;
  for (const guards::Guard& guard : guards::all()) {
    tallies.push_back({.guard = std::string(guard.id)});
  }
  for (const JournalEvent& event : journal.events) {
    if (!event.is(guards::kGuardVerdict)) continue;
    const guards::GuardVerdict verdict = guards::guard_verdict_of(event);
    const auto tally = std::find_if(tallies.begin(), tallies.end(), [&](const GuardTally& each) {
      return each.guard == verdict.guard;
    });
    if (tally == tallies.end()) continue;
    if (verdict.ruling == "refuse") ++tally->refused;
    if (verdict.ruling == "pass") ++tally->passed;
    if (verdict.ruling == "unknown") ++tally->unknown;
  }
  return tallies;
}

// What builds and tests said of a commit, with the flaky tests known by now.
Result<repo::CheckResults> results_of(StageRun& run, const std::string& commit) {
  TRY_ASSIGN(const std::string tree,
             run.git.text(run.worktree->folder(), {"rev-parse", commit + "^{tree}"}));
  const auto kept = check_cache(run).find(tree);
  if (!kept) return repo::CheckResults();
  repo::CheckResults results = kept->results;
  evidence::FlakyMemory::load(run.ports.files, flaky_file(run), run.ports.clock.now())
      .settle(results.tests);
  return results;
}

Result<CheckNotes> notes_on_checks(StageRun& run) {
  TRY_ASSIGN(const repo::CheckResults base, results_of(run, run.state().base_commit));
  TRY_ASSIGN(const repo::CheckResults head, results_of(run, "HEAD"));
  return check_notes(base, head);
}

Status publish_branch(StageRun& run) {
  TRY_ASSIGN(const std::string head, run.worktree->head());
  const run::Effect effect{
      .key = "publish:" + head,
      .kind = "publish",
      .intent = Json::object({{"branch", run.request.branch}, {"commit", head}})};
  // Publishing is idempotent by itself: the same commit under the same branch is no change.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const std::string pushed, git::publish(*run.worktree, run.id.text()));
        return Json::object({{"commit", pushed}});
      }};
  TRY(say(run, "publishing the branch " + run.request.branch));
  TRY_ASSIGN(const Json done, run::perform(run.events, run.state(), effect, steps));
  if (done["commit"].text() != head) {
    return fail(Errc::upstream, "the branch " + run.request.branch + " is at " +
                                    done["commit"].string_or("nothing") + " after publishing " +
                                    head);
  }
  return Done{};
}

Json pull_json(const forge::Pull& pull, bool adopted) {
  return Json::object({{"number", pull.number}, {"url", pull.url}, {"adopted", adopted}});
}

Result<Json> open_pull(StageRun& run, const forge::PullDraft& draft) {
  const run::Effect effect{
      .key = "pull_request:" + draft.head_commit,
      .kind = "pull_request",
      .intent = Json::object({{"branch", draft.branch}, {"head", draft.head_commit}})};
  const run::EffectSteps steps{
      .find = [&]() -> Result<std::optional<Json>> {
        TRY_ASSIGN(const auto found, run.forge.pulls().find_by_run(run.id.text()));
        // One that shows an earlier part of the run is brought up to date.
        if (!found || found->head_commit != draft.head_commit) return std::optional<Json>();
        return std::optional<Json>(pull_json(*found, true));
      },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const forge::Pulls::Opened opened, run.forge.pulls().open(draft));
        return pull_json(opened.pull, opened.adopted);
      }};
  TRY(say(run, "opening the pull request"));
  return run::perform(run.events, run.state(), effect, steps);
}

Result<Outcome> open_for(StageRun& run, const planner::TaskPlan& plan,
                         const analyzers::Report& before, const analyzers::Report& after) {
  TRY_ASSIGN(std::vector<git::CommitInfo> commits, run.worktree->commits());
  TRY_ASSIGN(std::vector<GuardTally> guards, count_verdicts(run));
  TRY_ASSIGN(CheckNotes checks, notes_on_checks(run));
  const run::RunState state = run.state();
  const PrFacts facts{.state = state,
                      .plan = plan,
                      .before = before,
                      .after = after,
                      .commits = std::move(commits),
                      .guards = std::move(guards),
                      .checks = std::move(checks),
                      .issue = run.request.issue ? &*run.request.issue : nullptr,
                      .notes = run.request.notes,
                      .stopped = run.models.budget->exhausted(),
                      .version = std::string(version())};
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(run.ports.files, run.layout, run.target.key, run.id.text(),
                                    run.ports.clock, run.ports.cancel));
  TRY(publish_branch(run));
  forge::PullDraft draft;
  draft.title = run.redactor.apply(pr_title(facts));
  draft.body = run.redactor.apply(pr_body(facts));
  draft.base = state.base;
  draft.branch = run.request.branch;
  draft.base_commit = state.base_commit;
  TRY_ASSIGN(draft.head_commit, run.worktree->head());
  draft.run = run.id.text();
  draft.fixes = run.request.issue ? run.request.issue->number : 0;
  TRY(run.artifacts.write("pull-request.md", draft.body));
  TRY_ASSIGN(const Json pull, open_pull(run, draft));
  TRY(run.events.append(to_event(run::PrOpened{.number = pull["number"].int_or(0),
                                               .url = pull["url"].string_or(""),
                                               .branch = draft.branch,
                                               .head = draft.head_commit,
                                               .adopted = pull["adopted"].bool_or(false)})));
  std::size_t failed = 0;
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status == run::SubtaskStatus::failed) ++failed;
  }
  if (failed == 0) {
    return Outcome::finish(run::RunStatus::succeeded, 0, "opened " + pull["url"].string_or(""));
  }
  return Outcome::finish(run::RunStatus::partial, 7,
                         "opened " + pull["url"].string_or("") + " without " +
                             counted(failed, "subtask") + " that failed");
}

}  // namespace

Result<Outcome> open_pr(StageRun& run) {
  TRY_ASSIGN(const planner::TaskPlan plan, load_plan(run));
  TRY_ASSIGN(const analyzers::Report before, load_report(run, kReportBefore));
  TRY_ASSIGN(const analyzers::Report after, report_after(run));
  TRY(go_on(run));
  if (const std::string worse = regression(before, after); !worse.empty()) {
    return Outcome::bail("other", 6, worse + "; the branch was not published");
  }
  return open_for(run, plan, before, after);
}

}  // namespace pawl::stages
