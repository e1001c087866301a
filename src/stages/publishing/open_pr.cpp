// Measure again, publish the branch, open the pull request.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "guards/events.hpp"
#include "guards/guard.hpp"
#include "planner/verticals.hpp"
#include "run/events.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/offers.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/publishing/contribution_rules.hpp"
#include "stages/publishing/critics_part.hpp"
#include "stages/publishing/offering.hpp"
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
Result<std::optional<Outcome>> why_not_now(const Offering& offering,
                                           std::span<const std::string> concerns) {
  const std::string& run = offering.scope.id.text();
  const ForgePlace place{
      .forge = offering.forge, .git = offering.checkout.git, .target = offering.checkout.target};
  const Result<std::vector<forge::Pull>> open =
      check_quota(place, offering.settings.config, run, offering.scope.ports.clock.now());
  Status allowed = open ? check_not_offered(*open, concerns, run) : Status(open.error());
  if (allowed) return offered_already(offering);
  if (allowed.error().code != Errc::denied) return allowed.error();
  return std::optional(
      Outcome::bail("other", 4,
                    allowed.error().message +
                        "; what was committed is kept, and `pawl run --resume` offers it then"));
}

// What the work came to.
struct Finished {
  planner::TaskPlan plan;
  analyzers::Report before;
  analyzers::Report after;
  std::string stopped;  // why it ended early; empty: it did not
};

bool is_draft(const config::Config& config, const CheckNotes& checks) {
  return config.forge_draft == "always" ||
         (config.forge_draft == "auto" && is_unverified(checks, config));
}

// What could not be done because somebody was faster is no failure; what else could not be done is
// kept on this machine.
Result<Outcome> or_theirs(const Offering& offering, const Keep& keep, const forge::PullDraft& draft,
                          Error error) {
  if (error.code != Errc::conflict) {
    return kept_here(offering, keep, draft, std::move(error));
  }
  TRY_ASSIGN(const auto theirs, somebody_elses(offering));
  if (theirs) return *theirs;
  return error;
}

// Without its words.
Result<forge::PullDraft> draft_of(const Offering& offering, const run::RunState& state,
                                  const CheckNotes& checks) {
  const Request& request = offering.settings.request;
  forge::PullDraft draft;
  draft.base = state.base;
  draft.branch = request.branch;
  draft.base_commit = state.base_commit;
  TRY_ASSIGN(draft.head_commit, offering.checkout.worktree->head());
  draft.run = offering.scope.id.text();
  draft.draft = is_draft(offering.settings.config, checks);
  draft.fixes = request.issue ? request.issue->number : 0;
  return draft;
}

Outcome opened_at(const run::RunState& state, const std::string& url) {
  const auto failed = static_cast<std::size_t>(std::count_if(
      state.subtasks.begin(), state.subtasks.end(),
      [](const auto& each) { return each.second.status == run::SubtaskStatus::failed; }));
  Outcome opened{.reason = "opened " + url};
  if (failed == 0) return opened;
  opened.kind = OutcomeKind::partial;
  opened.status = run::RunStatus::partial;
  opened.exit = 7;
  opened.reason += " without " + counted(failed, "subtask") + " that failed";
  return opened;
}

Result<Outcome> open_for(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         forge::Forge& forge, const Keep& keep, memory::OfferTable& offers,
                         const Finished& work) {
  TRY_ASSIGN(std::vector<git::CommitInfo> commits, checkout.worktree->commits());
  TRY_ASSIGN(std::vector<GuardTally> guards, count_verdicts(scope));
  TRY_ASSIGN(CheckNotes checks, notes_on_checks(scope, checkout));
  TRY_ASSIGN(const Proof proof, make_proof(scope, settings, checkout));
  TRY_ASSIGN(const CriticsFacts critics, critics_facts(scope));
  const run::RunState state = scope.state();
  ContributionRules rules;
  if (settings.config.forge_ai_policy == "follow") {
    TRY_ASSIGN(rules, read_contribution_rules(checkout, state.base_commit));
  }
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
                .policy_where = rules.programs == Programs::disclosed ? rules.where : "",
                .policy_sentence = rules.sentence,
                .pull_template = rules.pull_template,
                .critics = critics_part(critics),
                .stopped = work.stopped,
                .version = std::string(version())};
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(scope.ports.files, scope.layout, checkout.target.key,
                                    scope.id.text(), scope.ports.clock, scope.ports.cancel));
  const Offering offering{
      .scope = scope, .settings = settings, .checkout = checkout, .forge = forge};
  TRY_ASSIGN(const auto theirs, somebody_elses(offering));
  if (theirs) return *theirs;
  TRY_ASSIGN(const auto not_now, why_not_now(offering, facts.concerns));
  if (not_now) return *not_now;
  ProofPlace place{.run = scope.id.text(), .target = checkout.target};
  // It is put where the branch is, which is known when that was published.
  facts.proof = words_of_kept_proof(place, proof);
  const std::vector<std::string> hidden = private_words(
      settings.config, settings.request, scope.layout, checkout.target, scope.ports.folder);
  TRY_ASSIGN(forge::PullDraft draft, draft_of(offering, state, facts.checks));
  draft.title = without_private_words(scope.redactor.apply(pr_title(facts)), hidden);
  const auto write_body = [&]() -> Status {
    draft.body = without_private_words(scope.redactor.apply(pr_body(facts)), hidden);
    return scope.artifacts.write("pull-request.md", draft.body);
  };
  TRY(write_body());
  Result<Published> published = publish_branch(offering);
  if (!published) return or_theirs(offering, keep, draft, std::move(published).error());
  draft.head_repository = published->repository;
  if (!draft.head_repository.empty()) {
    TRY_ASSIGN(place.target,
               git::parse_target(draft.head_repository, "", checkout.git.options().home));
  }
  TRY_ASSIGN(facts.proof, attach_proof(scope, checkout, place, proof));
  TRY(write_body());
  Result<Json> opened_pull = open_pull(offering, draft);
  if (!opened_pull) return or_theirs(offering, keep, draft, std::move(opened_pull).error());
  const Json& pull = *opened_pull;
  TRY(scope.events.append(to_event(run::PrOpened{.number = pull["number"].int_or(0),
                                                 .url = pull["url"].string_or(""),
                                                 .branch = draft.branch,
                                                 .head = draft.head_commit,
                                                 .adopted = pull["adopted"].bool_or(false)})));
  TRY(remember_offer(scope, checkout, forge, offers));
  TRY(close_kept(offering, keep, pull["url"].string_or("")));
  return opened_at(state, pull["url"].string_or(""));
}

}  // namespace

Result<Outcome> open_pr(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                        const Models& models, forge::Forge& forge, const Keep& keep,
                        memory::Memory& memory) {
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
  return open_for(scope, settings, checkout, forge, keep, memory.offers(), done);
}

}  // namespace pawl::stages
