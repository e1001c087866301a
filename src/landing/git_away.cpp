// Worktrees, targets and forges as they are, for who puts a run away.
#include <algorithm>

#include "forge/open_forge.hpp"
#include "git/worktrees/rescue.hpp"
#include "git/worktrees/worktree.hpp"
#include "landing/away_ground.hpp"
#include "runner/target.hpp"

namespace pawl::landing {
namespace {

Result<std::optional<git::Worktree>> open_worktree(const Ports& ports, const run::RunState& state,
                                                   const git::Target& target) {
  using Opened = std::optional<git::Worktree>;
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const std::string folder = ports.layout.worktree(id);
  TRY_ASSIGN(const auto there, ports.world.files.stat(folder));
  // A clone that was never whole holds no work.
  if (!there || state.base_commit.empty()) return Opened();
  TRY_ASSIGN(
      git::Worktree worktree,
      git::Worktree::reopen(
          ports.git, ports.world.files,
          {.target = target, .folder = folder, .base_branch = state.base, .branch = state.branch},
          state.base_commit));
  return Opened(std::move(worktree));
}

class GitAway final : public AwayGround {
 public:
  GitAway(const Ports& ports, const run::RunState& state, RunId id, git::Target target)
      : ports_(ports), state_(state), id_(std::move(id)), target_(std::move(target)) {}

  Result<store::ProcessLock> lock_publishing() override {
    return store::lock_publishing(files(), ports_.layout, target_.key, state_.run,
                                  ports_.world.clock, ports_.world.cancel);
  }

  Result<Rescued> rescue() override { return landing::rescue(ports_, state_); }

  Result<bool> remove_worktree() override {
    const std::string folder = ports_.layout.worktree(id_);
    TRY_ASSIGN(const auto there, files().stat(folder));
    if (!there) return false;
    TRY(files().make_folders(ports_.layout.scratch(id_), 0700));
    TRY(files().rename(folder, ports_.layout.scratch(id_) + "/worktree"));
    return true;
  }

  Status remove_scratch() override { return files().remove_tree(ports_.layout.scratch(id_)); }

  bool has_branches() const override { return target_.kind == git::TargetKind::local; }

  Result<std::optional<Branch>> branch_at(const std::string& ref) override {
    TRY_ASSIGN(const std::string out,
               ports_.git.text(target_.location,
                               {"for-each-ref", "--format=%(objectname) %(worktreepath)", ref}));
    if (out.empty()) return std::optional<Branch>();
    const auto blank = std::min(out.find(' '), out.size());
    return std::optional(Branch{.commit = out.substr(0, blank),
                                .checked_out_in = out.substr(std::min(blank + 1, out.size()))});
  }

  Result<std::optional<std::string>> at(const std::string& ref) override {
    return ports_.git.resolve(target_.location, ref);
  }

  Result<bool> is_held_elsewhere(const std::string& commit, const std::string& beside) override {
    return git::is_held(ports_.git, target_.location, commit, beside);
  }

  Result<std::string> offered_by() override {
    if (!state_.pr || state_.landed) return std::string();
    TRY_ASSIGN(const auto forge, forge::open_forge({.config = ports_.config,
                                                    .target = target_,
                                                    .layout = ports_.layout,
                                                    .database = ports_.database,
                                                    .git = ports_.git,
                                                    .ports = ports_.world}));
    const std::string called = "its pull request #" + std::to_string(state_.pr->number);
    const auto pull = forge->pulls().get(state_.pr->number);
    if (pull) return pull->state == forge::PullState::open ? called + " is open" : std::string();
    if (pull.error().kind == forge::TroubleKind::cancelled) return to_error(pull.error());
    if (pull.error().kind == forge::TroubleKind::not_found) return std::string();
    return called + " cannot be asked for: " + pull.error().message;
  }

  Status make_ref(const std::string& ref, const std::string& commit) override {
    return ports_.git.update_ref(target_.location, ref, commit, "", "pawl: put away");
  }

  Status remove_ref(const std::string& ref, const std::string& expected) override {
    TRY(ports_.git.text(target_.location, {"update-ref", "-d", ref, expected}));
    return Done{};
  }

 private:
  os::Files& files() const { return ports_.world.files; }

  const Ports& ports_;
  const run::RunState& state_;
  RunId id_;
  git::Target target_;
};

}  // namespace

Result<Rescued> rescue(const Ports& ports, const run::RunState& state) {
  TRY_ASSIGN(const git::Target target,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY_ASSIGN(auto worktree, open_worktree(ports, state, target));
  if (!worktree) return Rescued{};
  TRY_ASSIGN(std::vector<std::string> refs, worktree->save(ports.world.files));
  return Rescued{.refs = std::move(refs)};
}

Result<PutAway> put_away(const Ports& ports, const run::RunState& state) {
  TRY_ASSIGN(RunId id, RunId::parse(state.run));
  TRY_ASSIGN(git::Target target, runner::resolve_target(ports.world, ports.git, state.target));
  GitAway ground(ports, state, std::move(id), std::move(target));
  return put_away(ground, state);
}

}  // namespace pawl::landing
