// By a pull request: merged by its forge, once nothing speaks against it, at the head that was
// looked at; believed only when the forge says that it is merged.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "forge/ci_judgement.hpp"
#include "forge/page.hpp"
#include "landing/effect.hpp"
#include "landing/land_parts.hpp"

namespace pawl::landing {
namespace {

// A forge that has not tried the merge yet is asked again, for so long.
constexpr int kMergeableTries = 10;
constexpr Milliseconds kMergeableWait{1'000};
constexpr Milliseconds kForever{1LL << 40U};

std::string called(const forge::Pull& pull) {
  return "pull request #" + std::to_string(pull.number);
}

// The last word of each reviewer who said yes or no.
Result<std::vector<std::string>> who_wants_changes(const Task& task, std::int64_t number) {
  TRY_ASSIGN(const std::vector<forge::Review> reviews,
             forge::all_pages<forge::Review>([&](const forge::PageRequest& page) {
               return task.forge.reviews().list(number, page);
             }));
  std::map<std::string, forge::ReviewState> words;
  for (const forge::Review& review : reviews) {
    if (review.state != forge::ReviewState::commented) words[review.author] = review.state;
  }
  std::vector<std::string> names;
  for (const auto& [author, word] : words) {
    if (word == forge::ReviewState::changes_requested) names.push_back(printable(author, 100));
  }
  return names;
}

Result<std::optional<Objection>> objection_of_reviews(const Task& task, const forge::Pull& pull,
                                                      const forge::MergeView& view) {
  using Found = std::optional<Objection>;
  TRY_ASSIGN(const std::vector<std::string> names, who_wants_changes(task, pull.number));
  const bool wanted = view.reviews == forge::ReviewDecision::changes_requested ||
                      (view.reviews == forge::ReviewDecision::none && !names.empty());
  if (wanted) {
    return Found(Objection{
        .end = LandEnd::refused,
        .reason = "changes are requested" + (names.empty() ? "" : " by " + join(names, ", ")),
        .way_out = "answer the review, then land again"});
  }
  if (view.reviews == forge::ReviewDecision::required) {
    return Found(Objection{.end = LandEnd::refused,
                           .reason = "a review is required, and there is none that approves",
                           .way_out = "have it reviewed, then land again"});
  }
  return Found();
}

// Of its checks, as they are now: nobody waits here.
Result<std::optional<Objection>> objection_of_checks(const Task& task, const forge::Pull& pull,
                                                     bool verified_here) {
  using Found = std::optional<Objection>;
  const forge::CiQuestion question{.number = pull.number, .head_commit = pull.head_commit};
  TRY_ASSIGN(const auto states, task.forge.checks().ci({&question, 1}));
  if (states.empty()) return fail(Errc::upstream, "nobody says what checks " + called(pull));
  const forge::CiState& state = states.front();
  const forge::CiJudgement judgement =
      forge::judge_ci(state, Milliseconds(0), {.grace = Milliseconds(0), .limit = kForever});
  const auto object = [&](LandEnd end, std::string way_out) {
    return Found(Objection{.end = end, .reason = judgement.reason, .way_out = std::move(way_out)});
  };
  const bool under_way =
      std::any_of(state.signals.begin(), state.signals.end(), [&](const forge::CiSignal& one) {
        return one.head_commit == state.head_commit && one.is_pending();
      });
  switch (judgement.outcome) {
    case forge::CiOutcome::success: return Found();
    case forge::CiOutcome::failure: return object(LandEnd::red, judgement.way_out);
    case forge::CiOutcome::timeout:
    case forge::CiOutcome::pending:
      if (under_way) return object(LandEnd::pending, "land again when they are over");
      return object(LandEnd::refused, "start what is missing, then land again");
    case forge::CiOutcome::moved:
      // What a person added is judged here with the rest.
      if (verified_here) return Found();
      return object(LandEnd::refused, "look at it again");
    case forge::CiOutcome::blocked: return object(LandEnd::refused, judgement.way_out);
    case forge::CiOutcome::none: break;
  }
  // Nothing reports on it. That is no success: a person takes it upon them, or this machine checks.
  if (verified_here || task.options.force) return Found();
  return object(LandEnd::refused, "have it checked, or land it unchecked with --force");
}

// As the forge sees it, once it knows whether it merges.
Result<forge::MergeView> settled_view(const Task& task, std::int64_t number) {
  for (int tries = 0;; ++tries) {
    TRY_ASSIGN(const forge::MergeView view, task.forge.pulls().merge_view(number));
    if (view.mergeable != forge::Mergeable::unknown || tries >= kMergeableTries) return view;
    doing(task, "waiting for the forge to try the merge");
    if (!task.clock.sleep(kMergeableWait, &task.cancel)) {
      return fail(Errc::cancelled, "asked to stop while the forge tried the merge");
    }
  }
}

Objection stale(const forge::Pull& pull, const std::string& now) {
  return {.end = LandEnd::refused,
          .reason = called(pull) + " is at " + short_id(now) + ", not at " +
                    short_id(pull.head_commit) + " any more",
          .way_out = "look at it again, then land again"};
}

// What must hold before anybody asks the forge for anything.
std::optional<Objection> objection_to_options(const Task& task, const forge::Pull& pull) {
  if (!task.options.onto.empty() && task.options.onto != pull.base) {
    return Objection{.end = LandEnd::refused,
                     .reason = called(pull) + " goes to " + printable(pull.base, 120) +
                               ", not to " + printable(task.options.onto, 120),
                     .way_out = "leave --onto away, or change the base of the pull request"};
  }
  const bool fast = task.options.way == Way::fast_forward;
  const forge::Capabilities can = task.forge.capabilities();
  if (fast ? can.fast_forward : can.squash) return {};
  return Objection{.end = LandEnd::refused,
                   .reason = std::string("this forge does not merge ") +
                             (fast ? "by a fast-forward" : "as one commit"),
                   .way_out = fast ? "use --squash" : "use --ff"};
}

Result<Landing> merge_pull(const Task& task, Landing landing, const forge::Pull& pull) {
  const auto end = [&](const Objection& objection) {
    return ended(task, landing, objection.end, objection.reason, objection.way_out);
  };
  if (const auto objection = objection_to_options(task, pull)) return end(*objection);
  TRY_ASSIGN(const auto objection, objection_to(task, pull, false));
  if (objection) return end(*objection);
  const auto method = task.options.way == Way::fast_forward ? forge::MergeMethod::fast_forward
                                                            : forge::MergeMethod::squash;
  TRY_ASSIGN(const store::ProcessLock lock, task.ground.lock_publishing());
  const Intent intent{.target = pull.base,
                      .from = pull.base_commit,
                      .commit = pull.head_commit,
                      .head = pull.head_commit,
                      .way = Way::pull};
  TRY(intend(task.events, intent));
  doing(task, "merging " + called(pull));
  const auto merged = task.forge.pulls().merge(pull.number, method, pull.head_commit);
  // Whatever the answer was: what counts is what the forge shows now.
  TRY_ASSIGN(const forge::Pull now, task.forge.pulls().get(pull.number));
  if (now.state != forge::PullState::merged) {
    if (merged) return fail(Errc::upstream, called(pull) + " is not shown as merged; land again");
    const forge::Trouble& trouble = merged.error();
    const bool conflict = trouble.kind == forge::TroubleKind::conflict;
    if (!conflict && trouble.kind != forge::TroubleKind::denied) return forge::to_error(trouble);
    return end({.end = conflict ? LandEnd::conflict : LandEnd::refused,
                .reason = trouble.message,
                .way_out = trouble.way_out});
  }
  TRY(confirm(task.events, intent));
  return landed(
      task, std::move(landing),
      {.target = now.base, .commit = now.merge_commit, .way = Way::pull, .head = now.head_commit},
      LandEnd::landed);
}

// Commits of the run that its pull request does not have: they would be left behind.
Result<std::optional<Objection>> objection_to_unpublished(const Task& task, Landing& landing,
                                                          const forge::Pull& pull) {
  using Found = std::optional<Objection>;
  const auto work = task.ground.work(task.journal.state());
  if (!work && work.error().code != Errc::not_found) return work.error();
  if (!work || !work->in_worktree) return Found();
  if (work->head == pull.head_commit && work->open.empty()) return Found();
  TRY_ASSIGN(const auto whole, task.ground.is_whole_in(*work, pull.head_commit));
  if (whole.value_or(true) && work->open.empty()) return Found();
  if (task.options.force) {
    landing.notes.emplace_back("the run's worktree holds more than was merged; it stays");
    return Found();
  }
  return Found(
      Objection{.end = LandEnd::refused,
                .reason = "the run's worktree holds work that " + called(pull) + " has not",
                .way_out = "resume the run so that it is published, or land what is there "
                           "with --force"});
}

}  // namespace

Result<std::optional<Objection>> objection_to(const Task& task, const forge::Pull& pull,
                                              bool verified_here) {
  using Found = std::optional<Objection>;
  if (pull.state == forge::PullState::closed) {
    return Found(Objection{.end = LandEnd::refused,
                           .reason = called(pull) + " is closed without having been merged",
                           .way_out = "open it again, or give the run up"});
  }
  if (pull.state == forge::PullState::merged) return Found();
  if (pull.draft) {
    return Found(
        Objection{.end = LandEnd::refused,
                  .reason = called(pull) + " is a draft",
                  .way_out = "mark it ready: pawl pr ready " + std::to_string(pull.number)});
  }
  forge::MergeView view{.head_commit = pull.head_commit, .mergeable = forge::Mergeable::clean};
  if (!verified_here) {
    TRY_ASSIGN(view, settled_view(task, pull.number));
  }
  if (view.head_commit != pull.head_commit) return Found(stale(pull, view.head_commit));
  TRY_ASSIGN(const auto reviews, objection_of_reviews(task, pull, view));
  if (reviews) return reviews;
  TRY_ASSIGN(const auto checks, objection_of_checks(task, pull, verified_here));
  if (checks) return checks;
  if (view.mergeable == forge::Mergeable::conflicting) {
    return Found(Objection{.end = LandEnd::conflict,
                           .reason = called(pull) + " does not merge into " +
                                     printable(pull.base, 120) + " as it is now",
                           .way_out = "merge the base into its branch, then land again"});
  }
  if (view.mergeable == forge::Mergeable::unknown) {
    return Found(
        Objection{.end = LandEnd::pending,
                  .reason = "the forge does not know yet whether " + called(pull) + " merges",
                  .way_out = "land again in a while"});
  }
  return Found();
}

Result<Landing> land_pull(const Task& task) {
  Landing landing{.run = task.run};
  landing.way = Way::pull;
  TRY_ASSIGN(const auto pull, task.forge.pulls().find_by_run(task.run));
  if (!pull) {
    landing.target = land_target(task.journal.state(), task.wish);
    return ended(task, std::move(landing), LandEnd::nothing,
                 "the run has no pull request at " + std::string(task.forge.kind()),
                 "publish its work first: resume it");
  }
  landing.target = pull->base;
  landing.head = pull->head_commit;
  landing.pull = pull->number;
  landing.pull_url = pull->url;
  if (pull->state == forge::PullState::merged) {
    return landed(task, std::move(landing),
                  {.target = pull->base,
                   .commit = pull->merge_commit,
                   .way = Way::pull,
                   .head = pull->head_commit},
                  LandEnd::already);
  }
  if (const auto unfinished = objection_to_run(task)) {
    return ended(task, std::move(landing), unfinished->end, unfinished->reason,
                 unfinished->way_out);
  }
  TRY_ASSIGN(const auto unpublished, objection_to_unpublished(task, landing, *pull));
  if (unpublished) {
    return ended(task, std::move(landing), unpublished->end, unpublished->reason,
                 unpublished->way_out);
  }
  return merge_pull(task, std::move(landing), *pull);
}

}  // namespace pawl::landing
