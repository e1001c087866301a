// Measure again, publish the branch, open the pull request.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "guards/events.hpp"
#include "guards/guard.hpp"
#include "planner/verticals.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/offers.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/publishing/proof.hpp"
#include "stages/results.hpp"
#include "stages/stages.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::stages {
namespace {

Result<analyzers::Report> load_report(const Scope& scope, std::string_view name) {
  TRY_ASSIGN(const Json json, scope.artifacts.read_json(name));
  return analyzers::report_from_json(json);
}

// The report of this very HEAD: measured once, found again after a crash.
Result<analyzers::Report> report_after(const Scope& scope, const RunSettings& settings,
                                       const Checkout& checkout) {
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  if (const auto known = load_report(scope, kReportAfter); known && known->commit == head) {
    return *known;
  }
  TRY_ASSIGN(const Measured measured,
             measure_run(scope, settings, checkout, "after", kReportAfter));
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

Result<std::vector<GuardTally>> count_verdicts(const Scope& scope) {
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(scope.layout.run(scope.id)));
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

// Why the result may not be proposed, of a vertical that has to be proven; empty when it may.
Result<std::string> unproven(const Scope& scope, const RunSettings& settings,
                             const Checkout& checkout) {
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(settings.request.scope));
  if (vertical == nullptr || vertical->proven_by.empty()) return std::string();
  TRY_ASSIGN(const repo::CheckResults base, results_at(scope, checkout, scope.state().base_commit));
  TRY_ASSIGN(const repo::CheckResults head, results_at(scope, checkout, "HEAD"));
  return why_unproven(vertical->proven_by, base, head);
}

Result<CheckNotes> notes_on_checks(const Scope& scope, const Checkout& checkout) {
  TRY_ASSIGN(const repo::CheckResults base, results_at(scope, checkout, scope.state().base_commit));
  TRY_ASSIGN(const repo::CheckResults head, results_at(scope, checkout, "HEAD"));
  return check_notes(base, head);
}

Status publish_branch(const Scope& scope, const RunSettings& settings, const Checkout& checkout) {
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  const run::Effect effect{
      .key = "publish:" + head,
      .kind = "publish",
      .intent = Json::object({{"branch", settings.request.branch}, {"commit", head}})};
  // Publishing is idempotent by itself: the same commit under the same branch is no change.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const std::string pushed, git::publish(*checkout.worktree, scope.id.text()));
        return Json::object({{"commit", pushed}});
      }};
  TRY(say(scope, "publishing the branch " + settings.request.branch));
  TRY_ASSIGN(const Json done, run::perform(scope.events, scope.state(), effect, steps));
  if (done["commit"].text() != head) {
    return fail(Errc::upstream, "the branch " + settings.request.branch + " is at " +
                                    done["commit"].string_or("nothing") + " after publishing " +
                                    head);
  }
  return Done{};
}

Json pull_json(const forge::Pull& pull, bool adopted) {
  return Json::object({{"number", pull.number}, {"url", pull.url}, {"adopted", adopted}});
}

Result<Json> open_pull(const Scope& scope, forge::Forge& forge, const forge::PullDraft& draft) {
  const run::Effect effect{
      .key = "pull_request:" + draft.head_commit,
      .kind = "pull_request",
      .intent = Json::object({{"branch", draft.branch}, {"head", draft.head_commit}})};
  const run::EffectSteps steps{
      .find = [&]() -> Result<std::optional<Json>> {
        TRY_ASSIGN(const auto found, forge.pulls().find_by_run(scope.id.text()));
        // One that shows an earlier part of the run is brought up to date.
        if (!found || found->head_commit != draft.head_commit) return std::optional<Json>();
        return std::optional<Json>(pull_json(*found, true));
      },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const forge::Pulls::Opened opened, forge.pulls().open(draft));
        return pull_json(opened.pull, opened.adopted);
      }};
  TRY(say(scope, "opening the pull request"));
  return run::perform(scope.events, scope.state(), effect, steps);
}

// What the commits of the run are about, for later runs.
std::vector<std::string> concerns_of_work(const RunSettings& settings,
                                          const planner::TaskPlan& plan,
                                          const run::RunState& state) {
  const planner::ConcernNames names = concern_names(settings.request);
  std::set<std::string> concerns;
  for (const planner::Task& task : plan.tasks) {
    for (planner::Subtask subtask : task.subtasks) {
      const auto found = state.subtasks.find(subtask.id);
      if (found == state.subtasks.end() || found->second.status != run::SubtaskStatus::committed) {
        continue;
      }
      const run::SubtaskState& done = found->second;
      subtask.file_hints.insert(subtask.file_hints.end(), done.paths.begin(), done.paths.end());
      for (std::string& concern : planner::concerns_of(task, subtask, names)) {
        concerns.insert(std::move(concern));
      }
      for (const std::string& test : done.tests_fixed) concerns.insert("test:" + test);
    }
  }
  return {concerns.begin(), concerns.end()};
}

// Later runs know it also when this process ends here: then they ask the forge.
Status remember_offer(const Scope& scope, const Checkout& checkout, forge::Forge& forge,
                      memory::OfferTable& table) {
  TRY_ASSIGN(const auto pull, forge.pulls().find_by_run(scope.id.text()));
  if (!pull) return Done{};
  memory::Offer offer =
      offer_of({.forge = forge, .git = checkout.git, .target = checkout.target}, *pull);
  TRY_ASSIGN(
      const std::vector<planner::FileTrace> traces,
      traces_between(checkout.git, checkout.worktree->folder(), scope.state().base_commit, "HEAD"));
  offer.traces = planner::to_json(traces);
  return table.put(std::vector{std::move(offer)});
}

// Another run may have opened a pull request meanwhile: there must be room for this one, and need
// of it. Nothing is lost where there is not: a resume goes on here.
Status check_place(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                   forge::Forge& forge, std::span<const std::string> concerns) {
  TRY_ASSIGN(const std::vector<forge::Pull> open,
             open_pulls({.forge = forge, .git = checkout.git, .target = checkout.target}));
  TRY(check_room(settings.config, open, scope.id.text()));
  return check_not_offered(open, concerns, scope.id.text());
}

// What the work came to.
struct Finished {
  planner::TaskPlan plan;
  analyzers::Report before;
  analyzers::Report after;
  std::string stopped;  // why it ended early; empty: it did not
};

Result<Outcome> open_for(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         forge::Forge& forge, memory::OfferTable& offers, const Finished& work) {
  TRY_ASSIGN(std::vector<git::CommitInfo> commits, checkout.worktree->commits());
  TRY_ASSIGN(std::vector<GuardTally> guards, count_verdicts(scope));
  TRY_ASSIGN(CheckNotes checks, notes_on_checks(scope, checkout));
  TRY_ASSIGN(const Proof proof, make_proof(scope, settings, checkout));
  const run::RunState state = scope.state();
  PrFacts facts{.state = state,
                .plan = work.plan,
                .before = work.before,
                .after = work.after,
                .commits = std::move(commits),
                .guards = std::move(guards),
                .checks = std::move(checks),
                .issue = settings.request.issue ? &*settings.request.issue : nullptr,
                .task = settings.request.task,
                .title = settings.request.title,
                .notes = settings.request.notes,
                .concerns = concerns_of_work(settings, work.plan, state),
                .stopped = work.stopped,
                .version = std::string(version())};
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(scope.ports.files, scope.layout, checkout.target.key,
                                    scope.id.text(), scope.ports.clock, scope.ports.cancel));
  if (const Status place = check_place(scope, settings, checkout, forge, facts.concerns); !place) {
    if (place.error().code != Errc::denied) return place.error();
    return Outcome::bail(
        "other", 4,
        place.error().message +
            "; what was committed is kept, and `pawl run --resume` offers it then");
  }
  TRY(publish_branch(scope, settings, checkout));
  TRY_ASSIGN(facts.proof, attach_proof(scope, checkout, proof));
  const std::vector<std::string> hidden = private_words(
      settings.config, settings.request, scope.layout, checkout.target, scope.ports.folder);
  forge::PullDraft draft;
  draft.title = without_private_words(scope.redactor.apply(pr_title(facts)), hidden);
  draft.body = without_private_words(scope.redactor.apply(pr_body(facts)), hidden);
  draft.base = state.base;
  draft.branch = settings.request.branch;
  draft.base_commit = state.base_commit;
  TRY_ASSIGN(draft.head_commit, checkout.worktree->head());
  draft.run = scope.id.text();
  draft.fixes = settings.request.issue ? settings.request.issue->number : 0;
  TRY(scope.artifacts.write("pull-request.md", draft.body));
  TRY_ASSIGN(const Json pull, open_pull(scope, forge, draft));
  TRY(scope.events.append(to_event(run::PrOpened{.number = pull["number"].int_or(0),
                                                 .url = pull["url"].string_or(""),
                                                 .branch = draft.branch,
                                                 .head = draft.head_commit,
                                                 .adopted = pull["adopted"].bool_or(false)})));
  TRY(remember_offer(scope, checkout, forge, offers));
  std::size_t failed = 0;
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status == run::SubtaskStatus::failed) ++failed;
  }
  Outcome opened{.reason = "opened " + pull["url"].string_or("")};
  if (failed > 0) {
    opened.kind = OutcomeKind::partial;
    opened.status = run::RunStatus::partial;
    opened.exit = 7;
    opened.reason += " without " + counted(failed, "subtask") + " that failed";
  }
  return opened;
}

}  // namespace

Result<Outcome> open_pr(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                        const Models& models, forge::Forge& forge, memory::Memory& memory) {
  Finished done{.stopped = models.budget->exhausted()};
  TRY_ASSIGN(done.plan, load_plan(scope));
  TRY_ASSIGN(done.before, load_report(scope, kReportBefore));
  TRY_ASSIGN(done.after, report_after(scope, settings, checkout));
  TRY(go_on(scope));
  if (const std::string worse = regression(done.before, done.after); !worse.empty()) {
    return Outcome::bail("other", 6, worse + "; the branch was not published");
  }
  TRY_ASSIGN(const std::string why, unproven(scope, settings, checkout));
  if (!why.empty()) {
    return Outcome::bail("other", 6,
                         "nothing is proposed, for " + why + "; the branch was not published");
  }
  return open_for(scope, settings, checkout, forge, memory.offers(), done);
}

}  // namespace pawl::stages
