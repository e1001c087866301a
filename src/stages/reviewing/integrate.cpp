// Does what trusted people ask for at lines of a pull request of Pawl's, and answers them.
#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"
#include "run/events.hpp"
#include "stages/ci/repair.hpp"
#include "stages/head.hpp"
#include "stages/reviewing/answering.hpp"
#include "stages/reviewing/comment_events.hpp"
#include "stages/stages.hpp"
#include "stages/working/chat_proposer.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNotOurs = 4;
constexpr std::size_t kTextMax = 4'000;

Outcome over(std::string reason) {
  Outcome outcome;
  outcome.reason = std::move(reason);
  return outcome;
}

RepairOrder order_of_ask(const Ask& ask, const Trust& trust) {
  RepairOrder order;
  order.task.id = "RV";
  order.task.title = "Do what a review asks for";
  order.task.metric = "review";
  order.subtask.id = ask.subtask;
  order.subtask.title = "Do what was asked for in " + ask.thread.path;
  order.subtask.description =
      "Somebody who looks after this repository read the change and asks for something at a line "
      "of it. Do that, as far as it is about the code of this file, and nothing else. If it asks "
      "for no change of this file, answer with no edits.";
  order.subtask.file_hints = {ask.thread.path};
  order.review = words_of_thread(ask.thread, trust);
  return order;
}

class Integrating {
 public:
  Integrating(const Workshop& shop, forge::Forge& forge, memory::Memory& memory)
      : shop_(shop), forge_(forge), memory_(memory) {}

  Result<Outcome> run() {
    TRY(settle_commits(shop_.scope, shop_.checkout, shop_.models));
    TRY_ASSIGN(const forge::Pull pull, forge_.pulls().get(shop_.scope.state().pr->number));
    TRY_ASSIGN(std::optional<Outcome> untouched, left_alone(pull));
    if (untouched) return *std::move(untouched);
    TRY(listen(pull));
    if (asks_.empty()) return over("nobody who is trusted asks for anything at a line");
    if (shop_.models.for_work().name() == "recipes:") {
      return Outcome::bail("other", kExitUsage,
                           "recipes: does nothing that people ask for; --model names a model");
    }
    TRY_ASSIGN(std::optional<Outcome> stopped, work());
    const Status published = publish();
    if (!published && published.error().code == Errc::conflict) {
      return over("the branch is left alone: " + printable(published.error().message, 300));
    }
    TRY(std::move(published));
    TRY(answer_all());
    if (stopped) return *std::move(stopped);
    const std::string unsaid =
        unsaid_ == 0 ? "" : "; " + counted(unsaid_, "thread takes", "threads take") + " no answer";
    return over("dealt with " + counted(asks_.size(), "comment") + ", " + std::to_string(done_) +
                " of them by a commit" + unsaid);
  }

 private:
  // Nothing: it may be worked on.
  Result<std::optional<Outcome>> left_alone(const forge::Pull& pull) const {
    const std::string name = "#" + std::to_string(pull.number);
    if (pull.state != forge::PullState::open) {
      return std::optional(over(name + " is " + std::string(to_string(pull.state))));
    }
    if (pull.run.empty()) {
      return std::optional(Outcome::bail(
          "other", kExitNotOurs, name + " is none of Pawl's; whoever opened it answers there"));
    }
    TRY_ASSIGN(const std::string head, shop_.checkout.worktree->head());
    // A run that was killed after its push has not said yet that the head is its own.
    const bool pushed_here =
        head != shop_.checkout.worktree->base_commit() && head == pull.head_commit;
    if (!pull.frozen || pushed_here) return std::optional<Outcome>();
    return std::optional(over("somebody else pushed to " + printable(pull.branch, 100) +
                              ": it is theirs, and left alone"));
  }

  Status listen(const forge::Pull& pull) {
    trust_.least = forge::association_named(shop_.settings.config.review_trust)
                       .value_or(forge::Association::owner);
    TRY_ASSIGN(trust_.self, forge_.author());
    TRY_ASSIGN(const auto threads, forge_.reviews().threads(pull.number));
    TRY_ASSIGN(
        const auto handled,
        memory_.comments().find(memory_.repository(), std::string(forge_.kind()), pull.number));
    const run::RunState state = shop_.scope.state();
    const Heard heard{.trust = trust_, .handled = handled, .state = state};
    asks_ = asks_of(threads, heard);
    for (const forge::Thread& thread : threads) {
      for (const forge::Comment& said : thread.comments) {
        TRY(shop_.scope.events.append(to_event(
            ReviewComment{.comment = said.id,
                          .author = printable(said.author, 100),
                          .association = std::string(to_string(said.association)),
                          .standing = standing_of(said, asks_, heard),
                          .path = printable(thread.path, 300),
                          .line = thread.line,
                          .text = printable(shop_.scope.redactor.apply(said.body), kTextMax)})));
      }
    }
    return Done{};
  }

  // Each ask that has no end yet. An outcome: the models do no more, and the rest stays as it is.
  Result<std::optional<Outcome>> work() {
    std::vector<Ask> ended;
    std::optional<Outcome> stopped;
    for (Ask& ask : asks_) {
      if (!ask.end && !stopped) {
        TRY(say(shop_.scope, "doing what was asked for in " + printable(ask.thread.path, 200)));
        TRY_ASSIGN(const Rounds rounds, rounds_of(ask));
        if (rounds.end.commit.empty()) stopped = stop_at(rounds);
        if (rounds.end.commit.empty() && !stopped) {
          TRY(record_given_up(shop_, ask.subtask, rounds));
        }
        if (!stopped) ask.end = end_of(ask, rounds);
      }
      if (ask.end) ended.push_back(std::move(ask));
    }
    asks_ = std::move(ended);
    return stopped;
  }

  std::optional<Outcome> stop_at(const Rounds& rounds) const {
    if (budget_is_gone(shop_.models)) {
      return Outcome::bail(std::string(kBudgetClass), kBudgetExit, rounds.end.reason);
    }
    if (!rounds.failed && !shop_.models.refused) return std::nullopt;
    return Outcome::wait(rounds.end.reason + "; then `pawl review --integrate --resume`");
  }

  Result<Rounds> rounds_of(const Ask& ask) {
    TRY_ASSIGN(const std::unique_ptr<Head> head,
               Head::open(shop_.scope, shop_.settings, shop_.checkout));
    Rounds rounds;
    const Result<RepoPath> path = RepoPath::parse(ask.thread.path);
    if (!path || !head->base().tree().has(ask.thread.path)) {
      rounds.end.reason = "there is no such file any more";
    } else if (!guards::unasked_denial_of(*path).empty()) {
      rounds.end.reason = "this file is changed by people alone";
    } else {
      const config::Config& config = shop_.settings.config;
      if (config.run_checks && (config.guard_build || config.guard_tests)) {
        TRY(head->take_baseline());
      }
      ChatProposer proposer(shop_);
      TRY_ASSIGN(rounds, attempts(shop_, *head, proposer, order_of_ask(ask, trust_)));
    }
    TRY(head->base().tree().trouble());
    return rounds;
  }

  static memory::HandledComment end_of(const Ask& ask, const Rounds& rounds) {
    memory::HandledComment end{.comment = ask.comment.id, .number = ask.thread.number};
    end.outcome = rounds.end.commit.empty() ? "refused" : "committed";
    end.commit = rounds.end.commit;
    end.reason = rounds.end.reason;
    return end;
  }

  Status publish() const {
    TRY_ASSIGN(const std::string head, shop_.checkout.worktree->head());
    return head == shop_.scope.state().pr->head ? Status(Done{}) : publish_repair(shop_, forge_);
  }

  Status answer_all() {
    const std::string head = shop_.scope.state().pr->head;
    for (Ask& ask : asks_) {
      memory::HandledComment& end = *ask.end;
      end.repository = memory_.repository();
      end.forge = std::string(forge_.kind());
      end.head = head;
      TRY(memory_.comments().put(end));
    }
    for (Ask& ask : asks_) {
      TRY(go_on(shop_.scope));
      TRY_ASSIGN(const Answering done, answer(shop_, forge_, trust_, ask));
      // Where no answer is taken, none is tried again.
      ask.end->replied = true;
      TRY(memory_.comments().put(*ask.end));
      TRY(shop_.scope.events.append(to_event(ReviewAnswer{.comment = ask.comment.id,
                                                          .outcome = ask.end->outcome,
                                                          .commit = ask.end->commit,
                                                          .reason = printable(ask.end->reason, 500),
                                                          .resolved = done.resolved,
                                                          .unsaid = done.refused})));
      if (!done.refused.empty()) ++unsaid_;
      if (ask.done()) ++done_;
    }
    return Done{};
  }

  const Workshop& shop_;
  forge::Forge& forge_;
  memory::Memory& memory_;
  Trust trust_;
  std::vector<Ask> asks_;
  std::size_t done_ = 0;
  std::size_t unsaid_ = 0;
};

}  // namespace

Result<Outcome> integrate(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                          Models& models, forge::Forge& forge, memory::Memory& memory) {
  if (!scope.state().pr) return Outcome::skip("");
  const Workshop shop{scope, settings, checkout, models};
  return Integrating(shop, forge, memory).run();
}

}  // namespace pawl::stages
