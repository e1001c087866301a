#include "stages/ci/watch.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "stages/ci/ci_events.hpp"

namespace pawl::stages {
namespace {

using forge::CiJudgement;
using forge::CiOutcome;
using forge::Trouble;
using forge::TroubleKind;

bool may_pass(TroubleKind kind) {
  return kind == TroubleKind::rate_limited || kind == TroubleKind::unavailable ||
         kind == TroubleKind::timeout;
}

// What a look at CI came to that got no answer.
CiJudgement unanswered(const Trouble& trouble, bool in_time) {
  const std::string why = "CI could not be looked at: " + printable(trouble.message, 500);
  if (may_pass(trouble.kind) && in_time) return {.outcome = CiOutcome::pending, .reason = why};
  return {.outcome = may_pass(trouble.kind) ? CiOutcome::timeout : CiOutcome::blocked,
          .reason = why,
          .way_out = (trouble.way_out.empty() ? std::string("try again") : trouble.way_out) +
                     "; then `pawl run --resume`"};
}

forge::CiPatience patience_of(const config::Config& config) {
  return {.grace = Seconds(config.ci_grace_s), .limit = Seconds(config.ci_timeout_s)};
}

class CiWatch {
 public:
  CiWatch(const Scope& scope, const config::Config& config, forge::Forge& forge,
          forge::CiQuestion question)
      : scope_(scope), config_(config), forge_(forge), question_(std::move(question)) {}

  Result<CiWatched> to_end() {
    begun_ = clock().monotonic();
    for (;;) {
      TRY(go_on(scope_));
      TRY_ASSIGN(const Milliseconds wait, look());
      if (watched_.judgement.is_final()) break;
      clock().sleep(wait, &scope_.ports.cancel);
    }
    TRY(report_end());
    return std::move(watched_);
  }

 private:
  os::Clock& clock() const { return scope_.ports.clock; }
  Milliseconds elapsed() const { return clock().monotonic() - begun_; }

  // One look; after how long the next one is due.
  Result<Milliseconds> look() {
    const Milliseconds since = elapsed();
    const forge::CiPatience patience = patience_of(config_);
    Milliseconds wait = Seconds(config_.ci_poll_s);
    auto states = forge_.checks().ci(std::span(&question_, 1));
    if (states) {
      watched_.state = std::move(states->front());
      watched_.judgement = forge::judge_ci(watched_.state, since, patience);
    } else {
      const Trouble& trouble = states.error();
      if (trouble.kind == TroubleKind::cancelled) return forge::to_error(trouble);
      watched_.judgement = unanswered(trouble, since < patience.limit);
      if (trouble.retry_at) wait = std::max(wait, *trouble.retry_at - clock().now());
    }
    TRY(report());
    const Milliseconds left = std::max(Milliseconds(1), patience.limit - elapsed());
    return std::min(wait, left);
  }

  Status report() {
    const CiJudgement& judged = watched_.judgement;
    if (judged.reason != said_) {
      said_ = judged.reason;
      TRY(say(scope_, "watching CI: " + judged.reason));
    }
    return scope_.events.append(
        to_event(CiWatchPoll{.head = question_.head_commit,
                             .outcome = std::string(to_string(judged.outcome)),
                             .reason = judged.reason,
                             .signals = watched_.state.signals.size(),
                             .elapsed = elapsed()}));
  }

  Status report_end() {
    const CiJudgement& judged = watched_.judgement;
    if (judged.outcome == CiOutcome::failure) {
      CiWatchFailure failure{.head = question_.head_commit, .checks = {}, .reason = judged.reason};
      for (const forge::CiSignal& red : judged.red) failure.checks.push_back(red.name);
      TRY(scope_.events.append(to_event(failure)));
    }
    return scope_.events.append(
        to_event(CiWatchEnd{.head = question_.head_commit,
                            .outcome = std::string(to_string(judged.outcome)),
                            .reason = judged.reason,
                            .way_out = judged.way_out,
                            .elapsed = elapsed()}));
  }

  const Scope& scope_;
  const config::Config& config_;
  forge::Forge& forge_;
  forge::CiQuestion question_;
  Milliseconds begun_{0};
  CiWatched watched_;
  std::string said_;
};

}  // namespace

Result<CiWatched> watch_ci(const Scope& scope, const config::Config& config, forge::Forge& forge,
                           const forge::CiQuestion& question) {
  return CiWatch(scope, config, forge, question).to_end();
}

}  // namespace pawl::stages
