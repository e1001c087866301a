#include "landing/landed.hpp"

#include "landing/effect.hpp"
#include "landing/message.hpp"

namespace pawl::landing {
namespace {

using Found = std::optional<LandedFact>;

// What a journal says was landed, or was about to be when a process ended.
Result<Found> noted(Ground& ground, const run::RunState& state, const std::string& target,
                    const std::string& tip) {
  std::vector<LandedFact> claims;
  if (state.landed && state.landed->target == target) {
    claims.push_back({.target = target,
                      .commit = state.landed->commit,
                      .way = way_named(state.landed->way).value_or(Way::merged),
                      .head = state.landed->head});
  }
  for (const Intent& intent : intents_of(state)) {
    if (intent.target != target) continue;
    claims.push_back(
        {.target = target, .commit = intent.commit, .way = intent.way, .head = intent.head});
  }
  for (LandedFact& claim : claims) {
    TRY_ASSIGN(const bool held, ground.has(tip, claim.commit));
    if (held) return Found(std::move(claim));
  }
  return Found();
}

// A commit that says it brought that head, between where the work began and the tip.
Result<std::optional<std::string>> named_by_commit(Meeting& meeting, const run::RunState& state,
                                                   const Work& work, const std::string& tip) {
  using Commit = std::optional<std::string>;
  TRY_ASSIGN(const auto commits, meeting.log(work.base, tip));
  for (const git::CommitInfo& commit : commits) {
    if (commit.trailer(kHeadTrailer) == work.head && commit.trailer(kRunTrailer) == state.run) {
      return Commit(commit.id);
    }
  }
  return Commit();
}

}  // namespace

Result<Found> held_by(Meeting& meeting, const run::RunState& state, const Work& work,
                      const std::string& target, const std::string& tip) {
  TRY_ASSIGN(const bool reached, meeting.has(tip, work.head));
  if (reached) return Found(LandedFact{target, work.head, Way::merged, work.head});
  TRY_ASSIGN(const auto named, named_by_commit(meeting, state, work, tip));
  if (named) return Found(LandedFact{target, *named, Way::squash, work.head});
  // By content: a merge would change nothing. Work that changes nothing itself is not held by that.
  TRY_ASSIGN(const bool changes, meeting.changes_files(work.base, work.head));
  if (!changes) return Found();
  const auto merged = meeting.merge(tip, work.head);
  if (!merged && merged.error().code == Errc::invalid) return Found();
  if (!merged) return merged.error();
  TRY_ASSIGN(const git::CommitInfo now, meeting.info(tip));
  if (!merged->clean() || merged->tree != now.tree) return Found();
  return Found(LandedFact{target, tip, Way::contained, work.head});
}

Result<Found> is_landed(Ground& ground, const run::RunState& state, const std::string& target) {
  TRY_ASSIGN(const auto tip, ground.tip(target));
  if (!tip) return Found();
  TRY_ASSIGN(Found claimed, noted(ground, state, target, *tip));
  const Result<Work> work = ground.work(state);
  if (!work && work.error().code == Errc::not_found) return claimed;
  if (!work) return work.error();
  // More was committed since: that has not landed.
  if (claimed && claimed->head == work->head) return claimed;
  TRY_ASSIGN(const auto meeting, ground.meet(*work));
  return held_by(*meeting, state, *work, target, *tip);
}

}  // namespace pawl::landing
