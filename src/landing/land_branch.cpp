// Onto a branch of a repository on this machine: merge in a repository of its own, judge and check
// the result there, then move the branch, from where it was when that was done and nowhere else.
#include <algorithm>

#include "base/text/text.hpp"
#include "landing/effect.hpp"
#include "landing/events.hpp"
#include "landing/land_parts.hpp"
#include "landing/message.hpp"

namespace pawl::landing {
namespace {

// A branch that moves while its landing is checked is tried again so often.
constexpr int kTriesMax = 3;
constexpr std::size_t kPathsShownMax = 10;

std::string some(std::vector<std::string> names) {
  const std::size_t more = names.size() > kPathsShownMax ? names.size() - kPathsShownMax : 0;
  names.resize(names.size() - more);
  for (std::string& name : names) name = printable(name, 200);
  return join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

Result<std::string> tip_of(const Task& task, const std::string& branch) {
  TRY_ASSIGN(const auto tip, task.ground.tip(branch));
  if (tip) return *tip;
  return fail(Errc::not_found, task.ground.name() + " has no branch \"" + printable(branch, 120) +
                                   "\" to land on; name one with --onto");
}

// One try: the target as it was, and what would become of it.
struct Try {
  std::unique_ptr<Meeting> meeting;
  Work work;
  std::string tip;
  Intent intent;
};

Way way_of(const Task& task) {
  if (task.options.way) return *task.options.way;
  // A chain's branch holds one landed commit for each of its runs already.
  return task.journal.state().pipeline == "boss" ? Way::fast_forward : Way::squash;
}

// The commit that would be landed; an objection where there can be none.
struct Made {
  std::string commit;
  std::optional<Objection> objection = {};
};

Result<Made> make_squash(const Task& task, Try& attempt) {
  const auto merged = attempt.meeting->merge(attempt.tip, attempt.work.head);
  if (!merged && merged.error().code == Errc::invalid) {
    return Made{.objection = Objection{
                    .end = LandEnd::conflict,
                    .reason = "the work has no history in common with " + attempt.intent.target}};
  }
  if (!merged) return merged.error();
  if (!merged->clean()) {
    return Made{
        .objection = Objection{
            .end = LandEnd::conflict,
            .reason = "it does not merge into " + attempt.intent.target + " at " +
                      short_id(attempt.tip) + ": " + some(merged->conflicts),
            .way_out = "merge " + attempt.intent.target +
                       " into the run's branch and land again; both sides are as they were"}};
  }
  TRY_ASSIGN(const git::CommitInfo head, attempt.meeting->info(attempt.work.head));
  TRY_ASSIGN(const git::CommitInfo tip, attempt.meeting->info(attempt.tip));
  TRY_ASSIGN(const auto commits, attempt.meeting->log(attempt.work.base, attempt.work.head));
  // Dated as its newer parent: the same work on the same target is the same commit, whenever it is
  // made, so a second one cannot come of a crash.
  TRY_ASSIGN(
      std::string commit,
      attempt.meeting->commit({.tree = merged->tree,
                               .parent = attempt.tip,
                               .message = squash_message(task.journal.state(), task.wish, commits),
                               .at = std::max(head.at, tip.at)}));
  return Made{.commit = std::move(commit)};
}

Result<Made> make_fast_forward(const Try& attempt) {
  TRY_ASSIGN(const bool forward, attempt.meeting->has(attempt.work.head, attempt.tip));
  if (forward) return Made{.commit = attempt.work.head};
  return Made{.objection =
                  Objection{.end = LandEnd::conflict,
                            .reason = attempt.intent.target + " moved on to " +
                                      short_id(attempt.tip) + " and cannot be fast-forwarded",
                            .way_out = "land it as one commit with --squash"}};
}

// A result that was checked before, and came to no end only later.
bool is_verified(const Task& task, const Try& attempt) {
  const std::vector<LandVerified> before = task.verified_before();
  return std::any_of(before.begin(), before.end(), [&](const LandVerified& it) {
    return it.base == attempt.tip && it.commit == attempt.intent.commit && it.unknown.empty();
  });
}

Result<std::optional<Objection>> objection_to_result(const Task& task, const Try& attempt,
                                                     Landing& landing) {
  using Found = std::optional<Objection>;
  if (is_verified(task, attempt)) {
    landing.checked = {"this very result was judged and checked before"};
    return Found();
  }
  doing(task, "checking what " + attempt.intent.target + " would be");
  TRY_ASSIGN(const Verified verified, attempt.meeting->verify(attempt.tip, attempt.intent.commit));
  landing.checked = verified.checked;
  landing.unknown = verified.unknown;
  landing.findings = verified.refused;
  if (!verified.refused.empty()) {
    return Found(Objection{.end = LandEnd::findings,
                           .reason = "what " + attempt.intent.target + " would be is refused: " +
                                     printable(verified.refused.front(), 400),
                           .way_out = "mend it in the run, then land again"});
  }
  if (!verified.unknown.empty() && !task.options.force) {
    return Found(
        Objection{.end = LandEnd::refused,
                  .reason = "it could not be checked: " + printable(verified.unknown.front(), 400),
                  .way_out = "make that possible here, or land it unchecked with --force"});
  }
  TRY(task.events.append(to_event(LandVerified{.target = attempt.intent.target,
                                               .base = attempt.tip,
                                               .head = attempt.work.head,
                                               .commit = attempt.intent.commit,
                                               .checked = verified.checked,
                                               .unknown = verified.unknown})));
  return Found();
}

// The result goes to the target under a ref of its own, so that it is there, and stays, whatever
// comes next.
Status bring(const Task& task, const Try& attempt) {
  const std::string ref = waiting_ref(task.run);
  TRY_ASSIGN(const auto there, task.ground.at(ref));
  if (there == attempt.intent.commit) return Done{};
  return attempt.meeting->bring(attempt.intent.commit, ref, there.value_or(""));
}

// It is harmless where it stays: it names a commit that is in a branch.
void take_away_waiting(const Task& task) {
  const std::string ref = waiting_ref(task.run);
  const auto there = task.ground.at(ref);
  if (!there || !*there) return;
  static_cast<void>(task.ground.remove_ref(ref, **there).ok());
}

std::string by_hand(const Task& task, const Try& attempt) {
  return "the checked result waits as " + waiting_ref(task.run) + " (" +
         short_id(attempt.intent.commit) + "): put that right and land again, or in that folder " +
         "`git merge --ff-only " + attempt.intent.commit + "`";
}

// The local forge follows: it finds its request's work in the base branch.
void close_pull(const Task& task, const std::optional<forge::Pull>& pull, Landing& landing) {
  if (!pull || pull->state != forge::PullState::open || pull->base != landing.target) return;
  const auto method = landing.way == Way::fast_forward ? forge::MergeMethod::fast_forward
                                                       : forge::MergeMethod::squash;
  const auto merged = task.forge.pulls().merge(pull->number, method, pull->head_commit);
  if (merged) return;
  landing.notes.push_back(
      "pull request #" + std::to_string(pull->number) +
      " could not be marked as merged: " + forge::to_error(merged.error()).to_line());
}

// Whether the branch was where it had to be, and is where it has to be now.
enum class Moved : std::uint8_t { yes, meanwhile };

Result<Moved> move_branch(const Task& task, const Try& attempt) {
  TRY_ASSIGN(const store::ProcessLock lock, task.ground.lock_publishing());
  TRY_ASSIGN(const std::string now, tip_of(task, attempt.intent.target));
  if (now != attempt.tip) return Moved::meanwhile;
  std::vector<std::string> killed;
  for (const Intent& earlier : intents_of(task.journal.state())) {
    const bool same = earlier.target == attempt.intent.target && earlier.from == attempt.tip;
    if (same) killed.push_back(earlier.commit);
  }
  TRY(intend(task.events, attempt.intent));
  TRY(bring(task, attempt));
  const Status advanced = task.ground.advance({.branch = attempt.intent.target,
                                               .from = attempt.tip,
                                               .to = attempt.intent.commit,
                                               .killed = std::move(killed)});
  TRY_ASSIGN(const std::string after, tip_of(task, attempt.intent.target));
  TRY_ASSIGN(const bool reached, task.ground.has(after, attempt.intent.commit));
  if (reached) return Moved::yes;
  if (advanced || (advanced.error().code == Errc::conflict && after != attempt.tip)) {
    return Moved::meanwhile;
  }
  Error error = advanced.error();
  // Nobody moved it, and something keeps it: a lock, which to ask again takes nothing away.
  if (error.code == Errc::conflict) error.code = Errc::denied;
  return error;
}

Result<Try> begin_try(const Task& task, const std::string& target) {
  Try attempt;
  TRY_ASSIGN(attempt.work, task.ground.work(task.journal.state()));
  TRY_ASSIGN(attempt.tip, tip_of(task, target));
  TRY_ASSIGN(attempt.meeting, task.ground.meet(attempt.work));
  attempt.intent = {.target = target,
                    .from = attempt.tip,
                    .commit = {},
                    .head = attempt.work.head,
                    .way = way_of(task)};
  return attempt;
}

// Work that is not committed is never left behind unseen.
Result<std::optional<Objection>> objection_to_open(const Task& task, const Try& attempt,
                                                   Landing& landing) {
  using Found = std::optional<Objection>;
  if (attempt.work.open.empty()) return Found();
  const std::string what =
      "the run's worktree holds what is not committed: " + some(attempt.work.open);
  if (!task.options.force) {
    return Found(Objection{.end = LandEnd::refused,
                           .reason = what,
                           .way_out = "resume the run, or land what is committed with --force: the "
                                      "rest then goes to a rescue ref"});
  }
  TRY_ASSIGN(const Rescued rescued, task.ground.rescue(task.journal.state()));
  for (const std::string& ref : rescued.refs) landing.notes.push_back("rescued as " + ref);
  return Found();
}

struct Tried {
  bool again = false;
  Landing landing;
};

Result<Tried> try_once(const Task& task, Landing landing) {
  const auto end = [&](const Objection& objection) -> Result<Tried> {
    TRY_ASSIGN(Landing over,
               ended(task, landing, objection.end, objection.reason, objection.way_out));
    return Tried{.landing = std::move(over)};
  };
  Result<Try> begun = begin_try(task, landing.target);
  if (!begun && begun.error().code == Errc::not_found && landing.head.empty()) {
    // Nothing is left of the work but what the journal says: it may be in the target all the same.
    TRY_ASSIGN(const auto fact, is_landed(task.ground, task.journal.state(), landing.target));
    if (!fact) return begun.error();
    TRY_ASSIGN(Landing over, landed(task, landing, *fact, LandEnd::already));
    return Tried{.landing = std::move(over)};
  }
  // Only a person can bring the two sides of it together: trying again is of no use.
  if (!begun && begun.error().code == Errc::conflict) {
    return end({.end = LandEnd::conflict,
                .reason = begun.error().message,
                .way_out = "merge one of the two into the other, then land again"});
  }
  if (!begun) return begun.error();
  Try attempt = *std::move(begun);
  landing.head = attempt.work.head;
  landing.way = attempt.intent.way;

  TRY_ASSIGN(const auto pull, task.forge.pulls().find_by_run(task.run));
  if (pull) {
    landing.pull = pull->number;
    landing.pull_url = pull->url;
  }
  TRY_ASSIGN(const auto held, held_by(*attempt.meeting, task.journal.state(), attempt.work,
                                      landing.target, attempt.tip));
  if (held) {
    TRY_ASSIGN(Landing over, landed(task, landing, *held, LandEnd::already));
    close_pull(task, pull, over);
    take_away_waiting(task);
    return Tried{.landing = std::move(over)};
  }
  if (const auto unfinished = objection_to_run(task)) return end(*unfinished);
  TRY_ASSIGN(const auto open, objection_to_open(task, attempt, landing));
  if (open) return end(*open);
  if (pull) {
    TRY_ASSIGN(const auto objection, objection_to(task, *pull, true));
    if (objection) return end(*objection);
  }
  TRY_ASSIGN(Made made, attempt.intent.way == Way::fast_forward ? make_fast_forward(attempt)
                                                                : make_squash(task, attempt));
  if (made.objection) return end(*made.objection);
  attempt.intent.commit = std::move(made.commit);
  landing.commit = attempt.intent.commit;
  TRY_ASSIGN(const auto objection, objection_to_result(task, attempt, landing));
  if (objection) return end(*objection);

  const Result<Moved> moved = move_branch(task, attempt);
  if (!moved && moved.error().code == Errc::denied) {
    return end({.end = LandEnd::refused,
                .reason = moved.error().to_line(),
                .way_out = by_hand(task, attempt)});
  }
  if (!moved) return moved.error();
  if (*moved == Moved::meanwhile) return Tried{.again = true, .landing = {}};
  TRY(confirm(task.events, attempt.intent));
  TRY_ASSIGN(Landing over, landed(task, landing,
                                  {.target = attempt.intent.target,
                                   .commit = attempt.intent.commit,
                                   .way = attempt.intent.way,
                                   .head = attempt.work.head},
                                  LandEnd::landed));
  close_pull(task, pull, over);
  take_away_waiting(task);
  return Tried{.landing = std::move(over)};
}

}  // namespace

Result<Landing> land_on_branch(const Task& task) {
  Landing landing{.run = task.run};
  landing.target =
      task.options.onto.empty() ? land_target(task.journal.state(), task.wish) : task.options.onto;
  if (landing.target == task.journal.state().branch) {
    return fail(Errc::invalid, "\"" + printable(landing.target, 120) +
                                   "\" is the run's own branch; name another with --onto");
  }
  for (int tries = 0; tries < kTriesMax; ++tries) {
    TRY_ASSIGN(Tried tried, try_once(task, landing));
    if (!tried.again) return std::move(tried.landing);
    doing(task, landing.target + " moved meanwhile; beginning again");
  }
  return ended(task, std::move(landing), LandEnd::pending,
               "the branch moved each time its landing was checked", "land again");
}

}  // namespace pawl::landing
