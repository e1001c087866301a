// Waits until CI has said of the exact head that it is green; an agent mends what is red, a bounded
// number of times. Nothing but green passes.
#include "base/text/text.hpp"
#include "judge/base.hpp"
#include "stages/ci/own_ci.hpp"
#include "stages/ci/red_ci.hpp"
#include "stages/ci/repair.hpp"
#include "stages/ci/watch.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/working/commit.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

using forge::CiJudgement;
using forge::CiOutcome;

constexpr std::size_t kCiLogShown = 20'000;
constexpr std::string_view kRedClass = "exhausted";

std::string said(const CiJudgement& judged) {
  return judged.reason + (judged.way_out.empty() ? "" : "; " + judged.way_out);
}

class CiGate {
 public:
  CiGate(Bench& bench, forge::Forge& forge) : bench_(bench), forge_(forge) {}

  Result<Outcome> run(int attempts_max) {
    std::string previous;
    for (int attempt = 1;;) {
      const std::string before = bench_.scope().state().pr->head;
      const Status published = publish_rest();
      if (!published && published.error().code == Errc::conflict) {
        return bail_as("conflict", printable(published.error().message, 300));
      }
      TRY(std::move(published));
      const run::PullRequestRef pr = *bench_.scope().state().pr;
      if (pr.head != before) previous = before;
      TRY_ASSIGN(const CiWatched watched, watch(pr, previous));
      if (watched.judgement.outcome != CiOutcome::failure) {
        TRY(remember_flaky(bench_.scope(), bench_.shop().checkout, red_, watched.state));
        return not_red(watched.judgement);
      }
      TRY_ASSIGN(const bool again, look(watched));
      if (again) continue;
      if (attempt >= attempts_max) {
        return bail_as(kRedClass, said(watched.judgement) + "; after " +
                                      counted(static_cast<std::size_t>(attempt), "attempt"));
      }
      TRY_ASSIGN(Turn turn, fix(attempt));
      if (turn.stopped) return *std::move(turn.stopped);
      // The same head says the same again.
      if (turn.commit.empty()) {
        return bail_as(kRedClass, said(watched.judgement) + "; the agent changed nothing for it");
      }
      ++attempt;
    }
  }

 private:
  Status publish_rest() {
    const Workshop& shop = bench_.shop();
    TRY(settle_commits(shop.scope, shop.checkout, shop.models));
    TRY_ASSIGN(const std::string head, bench_.worktree().head());
    return head == shop.scope.state().pr->head ? Status(Done{}) : publish_repair(shop, forge_);
  }

  Result<CiWatched> watch(const run::PullRequestRef& pr, const std::string& previous) {
    const forge::CiQuestion question{
        .number = pr.number, .head_commit = pr.head, .previous_head = previous};
    const Workshop& shop = bench_.shop();
    TRY(run_own_ci(shop.scope, shop.settings, shop.checkout, forge_, question));
    return watch_ci(shop.scope, bench_.config(), forge_, question);
  }

  Outcome not_red(const CiJudgement& judged) const {
    switch (judged.outcome) {
      case CiOutcome::success: return Outcome{.reason = judged.reason};
      case CiOutcome::none:
        if (bench_.scope().options["no_checks"].string_or("bail") == "pass") {
          return Outcome{.reason = judged.reason};
        }
        return bail_as("infra", judged.reason + "; `no_checks: pass` lets that pass");
      case CiOutcome::moved: return bail_as("conflict", said(judged));
      case CiOutcome::blocked: return Outcome::wait(said(judged));
      case CiOutcome::pending:
      case CiOutcome::timeout:
      case CiOutcome::failure: break;
    }
    return bail_as("timeout", said(judged));
  }

  // Whether jobs were begun again, and CI is to be watched once more.
  Result<bool> look(const CiWatched& watched) {
    const Workshop& shop = bench_.shop();
    TRY_ASSIGN(since_, since_green(shop.scope, shop.settings, shop.checkout, forge_));
    TRY_ASSIGN(const std::string head, bench_.worktree().head());
    judge::Reader reader(shop.checkout.git, bench_.worktree().folder(), std::nullopt);
    const judge::Base at(reader, head);
    TRY_ASSIGN(red_, look_into({.scope = shop.scope,
                                .checkout = shop.checkout,
                                .forge = forge_,
                                .tree = at.tree(),
                                .base_commit = since_.base_commit,
                                .changed = since_.files,
                                .number = shop.scope.state().pr->number},
                               watched.judgement, watched.state.head_commit));
    TRY_ASSIGN(const bool again, run_again(shop.scope, forge_, red_));
    if (again) {
      // A forge takes a moment to show them as begun.
      shop.scope.ports.clock.sleep(Seconds(bench_.config().ci_poll_s), &shop.scope.ports.cancel);
    }
    return again;
  }

  Result<Turn> fix(int attempt) {
    const Scope& scope = bench_.scope();
    const std::string number = std::to_string(attempt);
    std::string logs;
    for (const RedCheck& red : red_) logs += red.log.id + "\n" + red.log.message + "\n\n";
    TRY(scope.artifacts.write(log_of_attempt(scope, "ci", attempt), logs));
    AgentAsk ask{
        .label = "ci-fix-" + number, .step = {}, .title = "fix: Make CI pass", .prompt = {}};
    TRY_ASSIGN(ask.step, bench_.step("fix-" + number));
    TRY_ASSIGN(ask.prompt, agent_prompt(scope, "agent-ci",
                                        {{"output", shown_data(scope, "checks", logs, kCiLogShown)},
                                         {"diff", shown_data(scope, "change", since_.diff)}}));
    return take_turn(bench_, ask);
  }

  Bench& bench_;
  forge::Forge& forge_;
  std::vector<RedCheck> red_;
  SinceGreen since_;
};

}  // namespace

Result<Outcome> wait_ci(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                        Models& models, const Agents& agents, forge::Forge& forge) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  if (!scope.state().pr) {
    return bench.end(bail_as("other", "there is no pull request whose checks could be awaited"));
  }
  const auto attempts_max =
      static_cast<int>(scope.options["max_attempts"].int_or(settings.request.test_attempts_max));
  TRY_ASSIGN(Outcome outcome, CiGate(bench, forge).run(attempts_max));
  return bench.end(std::move(outcome));
}

}  // namespace pawl::stages
