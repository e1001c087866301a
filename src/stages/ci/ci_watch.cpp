// Watches the checks of the pull request, begins again what may pass, and repairs once what the
// change broke.
#include "base/text/text.hpp"
#include "judge/base.hpp"
#include "stages/ci/hand_over.hpp"
#include "stages/ci/own_ci.hpp"
#include "stages/ci/repair.hpp"
#include "stages/ci/watch.hpp"
#include "stages/stages.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

using forge::CiJudgement;
using forge::CiOutcome;

constexpr int kExitRed = 5;

std::string with_way_out(const CiJudgement& judged) {
  return judged.reason + (judged.way_out.empty() ? "" : "; " + judged.way_out);
}

// The reason goes on behind those of the stages before.
Outcome ended_well(std::string reason) {
  Outcome outcome;
  outcome.reason = std::move(reason);
  return outcome;
}

Outcome red_end(const std::string& reason) { return Outcome::bail("other", kExitRed, reason); }

Outcome outcome_of(const CiJudgement& judged, bool repaired) {
  switch (judged.outcome) {
    case CiOutcome::success:
      return ended_well(judged.reason + (repaired ? ", after a repair" : ""));
    case CiOutcome::none:
    case CiOutcome::moved: return ended_well(judged.reason);
    case CiOutcome::failure: return red_end(with_way_out(judged));
    case CiOutcome::pending:
    case CiOutcome::timeout:
    case CiOutcome::blocked: break;
  }
  return Outcome::wait(with_way_out(judged));
}

// Of red checks, what a run can do about them.
class RedEnd {
 public:
  RedEnd(const Workshop& shop, forge::Forge& forge) : shop_(shop), forge_(forge) {}

  // Nothing: something was done, and the checks are to be watched again.
  Result<std::optional<Outcome>> act(const CiWatched& watched) {
    const CiJudgement& judged = watched.judgement;
    if (!shop_.settings.request.ci_fix) return std::optional(red_end(with_way_out(judged)));
    TRY_ASSIGN(red_, look(watched));
    TRY_ASSIGN(const bool again, run_again(shop_.scope, forge_, red_));
    if (again) {
      // A forge takes a moment to show them as begun.
      shop_.scope.ports.clock.sleep(Seconds(shop_.settings.config.ci_poll_s),
                                    &shop_.scope.ports.cancel);
      return std::optional<Outcome>();
    }
    bool person = true;
    for (const RedCheck& one : red_) person = person && left_to_a_person(one.reason, true);
    if (person) return left(judged, red_.empty() ? "nothing" : red_.front().reason.why);
    if (repair_ended(shop_.scope.state())) {
      return handed_over(judged, "a repair, after which checks still fail");
    }
    TRY_ASSIGN(const RepairEnd end, repair(shop_, red_, since_, watched.state.head_commit));
    if (!end.commit.empty()) return std::optional<Outcome>();
    if (!repair_ended(shop_.scope.state())) return left(judged, end.reason);
    return handed_over(judged, "a repair, which came to nothing: " + end.reason);
  }

  // After checks are not red any more.
  Status settle(const forge::CiState& now) const {
    return remember_flaky(shop_.scope, shop_.checkout, red_, now);
  }

 private:
  Result<std::vector<RedCheck>> look(const CiWatched& watched) {
    TRY_ASSIGN(since_, since_green(shop_.scope, shop_.settings, shop_.checkout, forge_));
    TRY_ASSIGN(const std::string head, shop_.checkout.worktree->head());
    judge::Reader reader(shop_.checkout.git, shop_.checkout.worktree->folder(), std::nullopt);
    const judge::Base at(reader, head);
    const RedPlace place{.scope = shop_.scope,
                         .checkout = shop_.checkout,
                         .forge = forge_,
                         .tree = at.tree(),
                         .base_commit = since_.base_commit,
                         .changed = since_.files,
                         .number = shop_.scope.state().pr->number};
    return look_into(place, watched.judgement, watched.state.head_commit);
  }

  static Result<std::optional<Outcome>> left(const CiJudgement& judged, const std::string& why) {
    return std::optional(red_end(judged.reason + "; left to a person: " + why +
                                 (judged.way_out.empty() ? "" : "; " + judged.way_out)));
  }

  Result<std::optional<Outcome>> handed_over(const CiJudgement& judged, const std::string& tried) {
    TRY(hand_over(shop_, forge_, red_, tried));
    return left(judged, "tried " + tried);
  }

  const Workshop& shop_;
  forge::Forge& forge_;
  std::vector<RedCheck> red_;
  SinceGreen since_;
};

// What an earlier process committed and did not publish.
Status publish_rest(const Workshop& shop, forge::Forge& forge) {
  TRY(settle_commits(shop.scope, shop.checkout, shop.models));
  TRY_ASSIGN(const std::string head, shop.checkout.worktree->head());
  return head == shop.scope.state().pr->head ? Status(Done{}) : publish_repair(shop, forge);
}

// The self-review read the head that was opened; one that a repair made is read as well.
Result<Outcome> with_review(const Workshop& shop, forge::Forge& forge, Outcome end) {
  const run::RunState state = shop.scope.state();
  const bool own = state.pr->branch == shop.settings.request.branch;
  if (!own || !repair_ended(state)) return end;
  TRY_ASSIGN(const Outcome review,
             self_review(shop.scope, shop.settings, shop.checkout, shop.models, forge));
  if (!review.reason.empty()) end.reason += "; " + review.reason;
  return end;
}

// A repository on this machine without a command that stands for CI, and without a report of
// anybody's, has none: nothing to speak of.
Result<bool> has_no_ci(const RunSettings& settings, const Checkout& checkout, forge::Forge& forge,
                       const std::string& head) {
  if (forge.kind() != "local" || !own_ci_command(settings, checkout, forge).empty()) return false;
  TRY_ASSIGN(const auto reports, forge.checks().list(head, {}));
  return reports.items.empty();
}

}  // namespace

Result<Outcome> ci_watch(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         Models& models, forge::Forge& forge) {
  if (!settings.request.ci_watch || !scope.state().pr) return Outcome::skip("");
  TRY_ASSIGN(const bool none, has_no_ci(settings, checkout, forge, scope.state().pr->head));
  if (none) return Outcome::skip("");
  const Workshop shop{scope, settings, checkout, models};
  RedEnd red(shop, forge);
  std::string previous;
  for (;;) {
    const std::string before = scope.state().pr->head;
    const Status published = publish_rest(shop, forge);
    if (!published && published.error().code == Errc::conflict) {
      return ended_well("the branch is left alone: " + printable(published.error().message, 300));
    }
    TRY(std::move(published));
    const run::PullRequestRef pr = *scope.state().pr;
    if (pr.head != before) previous = before;
    const forge::CiQuestion question{
        .number = pr.number, .head_commit = pr.head, .previous_head = previous};
    TRY(run_own_ci(scope, settings, checkout, forge, question));
    TRY_ASSIGN(const CiWatched watched, watch_ci(scope, settings.config, forge, question));
    if (watched.judgement.outcome != CiOutcome::failure) {
      TRY(red.settle(watched.state));
      return with_review(shop, forge, outcome_of(watched.judgement, repair_ended(scope.state())));
    }
    TRY_ASSIGN(std::optional<Outcome> end, red.act(watched));
    if (end) return *std::move(end);
  }
}

}  // namespace pawl::stages
