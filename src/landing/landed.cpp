#include "landing/landed.hpp"

#include "forge/open_forge.hpp"
#include "landing/effect.hpp"
#include "landing/message.hpp"
#include "runner/target.hpp"

namespace pawl::landing {
namespace {

using Found = std::optional<LandedFact>;

Result<bool> is_held(git::Git& git, const std::string& folder, const std::string& commit,
                     const std::string& tip) {
  TRY_ASSIGN(const auto there, git.resolve(folder, commit + "^{commit}"));
  if (!there) return false;
  return git.is_ancestor(folder, *there, tip);
}

// What a journal says was landed, or was about to be when a process ended.
Result<Found> noted(const Ports& ports, const run::RunState& state, const std::string& folder,
                    const std::string& target, const std::string& tip) {
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
    TRY_ASSIGN(const bool held, is_held(ports.git, folder, claim.commit, tip));
    if (held) return Found(std::move(claim));
  }
  return Found();
}

// A commit that says it brought that head, between where the work began and the tip.
Result<std::optional<std::string>> named_by_commit(git::Git& git, const std::string& folder,
                                                   const run::RunState& state, const Work& work,
                                                   const std::string& tip) {
  using Commit = std::optional<std::string>;
  TRY_ASSIGN(const auto base, git.resolve(folder, work.base + "^{commit}"));
  if (!base) return Commit();
  TRY_ASSIGN(const auto commits, git.log(folder, *base, tip));
  for (const git::CommitInfo& commit : commits) {
    if (commit.trailer(kHeadTrailer) == work.head && commit.trailer(kRunTrailer) == state.run) {
      return Commit(commit.id);
    }
  }
  return Commit();
}

// Of a target elsewhere its forge is asked.
Result<Found> asked_of_forge(const Ports& ports, const run::RunState& state,
                             const git::Target& target) {
  TRY_ASSIGN(const auto forge, forge::open_forge({.config = ports.config,
                                                  .target = target,
                                                  .layout = ports.layout,
                                                  .database = ports.database,
                                                  .git = ports.git,
                                                  .ports = ports.world}));
  TRY_ASSIGN(const auto pull, forge->pulls().find_by_run(state.run));
  if (!pull || pull->state != forge::PullState::merged) return Found();
  return Found(LandedFact{.target = pull->base,
                          .commit = pull->merge_commit,
                          .way = Way::pull,
                          .head = pull->head_commit});
}

}  // namespace

Result<Found> held_by(const Ports& ports, git::TrialRepository& trial, const run::RunState& state,
                      const Work& work, const std::string& target, const std::string& tip) {
  TRY_ASSIGN(const bool reached, is_held(ports.git, trial.folder(), work.head, tip));
  if (reached) return Found(LandedFact{target, work.head, Way::merged, work.head});
  TRY_ASSIGN(const auto named, named_by_commit(ports.git, trial.folder(), state, work, tip));
  if (named) return Found(LandedFact{target, *named, Way::squash, work.head});
  // By content: a merge would change nothing. Work that changes nothing itself is not held by that.
  TRY_ASSIGN(
      const std::string changed,
      ports.git.output({.folder = trial.folder(),
                        .args = {"diff-tree", "-r", "--name-only", "-z", work.base, work.head}}));
  if (changed.empty()) return Found();
  const auto merged = trial.merge(tip, work.head);
  if (!merged && merged.error().code == Errc::invalid) return Found();
  if (!merged) return merged.error();
  TRY_ASSIGN(const std::string tree,
             ports.git.text(trial.folder(), {"rev-parse", tip + "^{tree}"}));
  if (!merged->clean() || merged->tree != tree) return Found();
  return Found(LandedFact{target, tip, Way::contained, work.head});
}

Result<Found> is_landed(const Ports& ports, const run::RunState& state, const std::string& onto) {
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  TRY_ASSIGN(const git::Target repository,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY_ASSIGN(const Wish wish, read_wish(ports.world.files, ports.layout, id));
  const std::string target = onto.empty() ? land_target(state, wish) : onto;
  TRY_ASSIGN(const std::string forge, forge::forge_kind(ports.config, repository));
  const bool here = repository.kind == git::TargetKind::local && forge == "local";
  if (!here) return asked_of_forge(ports, state, repository);
  TRY_ASSIGN(const auto tip,
             ports.git.resolve(repository.location, "refs/heads/" + target + "^{commit}"));
  if (!tip) return Found();
  TRY_ASSIGN(Found claimed, noted(ports, state, repository.location, target, *tip));
  const Result<Work> work = find_work(ports, state, repository);
  if (!work && work.error().code == Errc::not_found) return claimed;
  if (!work) return work.error();
  // More was committed since: that has not landed.
  if (claimed && claimed->head == work->head) return claimed;
  TRY_ASSIGN(const auto trial, git::TrialRepository::make(ports.git, ports.world.files,
                                                          ports.layout.scratch(id) + "/landed",
                                                          {repository.location, work->folder}));
  return held_by(ports, *trial, state, *work, target, *tip);
}

}  // namespace pawl::landing
