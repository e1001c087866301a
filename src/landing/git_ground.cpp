#include "landing/git_ground.hpp"

#include "forge/advance.hpp"
#include "git/worktrees/clone.hpp"

namespace pawl::landing {
namespace {

Result<bool> is_held(git::Git& git, const std::string& folder, const std::string& commit,
                     const std::string& tip) {
  TRY_ASSIGN(const auto there, git.resolve(folder, commit + "^{commit}"));
  if (!there) return false;
  return git.is_ancestor(folder, *there, tip);
}

class GitMeeting final : public Meeting {
 public:
  GitMeeting(const GitGroundPlan& plan, std::unique_ptr<git::TrialRepository> trial)
      : plan_(plan), trial_(std::move(trial)) {}

  Result<bool> has(const std::string& tip, const std::string& commit) override {
    return is_held(git(), trial_->folder(), commit, tip);
  }

  Result<git::CommitInfo> info(const std::string& commit) override {
    return git().commit_info(trial_->folder(), commit);
  }

  Result<std::vector<git::CommitInfo>> log(const std::string& base,
                                           const std::string& head) override {
    TRY_ASSIGN(const auto there, git().resolve(trial_->folder(), base + "^{commit}"));
    if (!there) return std::vector<git::CommitInfo>();
    return git().log(trial_->folder(), *there, head);
  }

  Result<bool> changes_files(const std::string& base, const std::string& head) override {
    TRY_ASSIGN(const std::string before, git().tree_of(trial_->folder(), base));
    TRY_ASSIGN(const std::string after, git().tree_of(trial_->folder(), head));
    return before != after;
  }

  Result<git::TrialRepository::Merged> merge(const std::string& ours,
                                             const std::string& theirs) override {
    return trial_->merge(ours, theirs);
  }

  Result<std::string> commit(const git::TrialRepository::CommitPlan& plan) override {
    return trial_->commit(plan);
  }

  Result<Verified> verify(const std::string& base, const std::string& commit) override {
    return landing::verify(plan_.ports, {.target = plan_.target,
                                         .wish = plan_.wish,
                                         .folder = trial_->folder(),
                                         .base = base,
                                         .commit = commit,
                                         .scratch = plan_.scratch + "/verify",
                                         .progress = plan_.progress});
  }

  Status bring(const std::string& commit, const std::string& ref,
               const std::string& expected) override {
    return git::push_to(git(), plan_.target,
                        {.folder = trial_->folder(),
                         .refspecs = {"+" + commit + ":" + ref},
                         .leases = {ref + ":" + expected}});
  }

 private:
  git::Git& git() { return plan_.ports.git; }

  const GitGroundPlan& plan_;
  std::unique_ptr<git::TrialRepository> trial_;
};

class GitGround final : public Ground {
 public:
  explicit GitGround(GitGroundPlan plan) : plan_(std::move(plan)) {}

  std::string name() const override { return plan_.target.name; }

  Result<Work> work(const run::RunState& state) override {
    return find_work(plan_.ports, state, plan_.target);
  }

  Result<std::unique_ptr<Meeting>> meet(const Work& work) override {
    TRY_ASSIGN(auto trial,
               git::TrialRepository::make(git(), plan_.ports.world.files, plan_.scratch + "/merge",
                                          {location(), work.folder}));
    return std::unique_ptr<Meeting>(std::make_unique<GitMeeting>(plan_, std::move(trial)));
  }

  Result<std::optional<std::string>> tip(const std::string& branch) override {
    TRY(git().check_branch_name(branch));
    return git().resolve(location(), "refs/heads/" + branch + "^{commit}");
  }

  Result<std::optional<std::string>> at(const std::string& ref) override {
    return git().resolve(location(), ref);
  }

  Result<bool> has(const std::string& tip, const std::string& commit) override {
    return is_held(git(), location(), commit, tip);
  }

  Result<store::ProcessLock> lock_publishing() override {
    os::Ports& world = plan_.ports.world;
    return store::lock_publishing(world.files, plan_.ports.layout, plan_.target.key, plan_.run,
                                  world.clock, world.cancel);
  }

  Status advance(const Step& step) override {
    return forge::advance_branch(git(), plan_.ports.world.files,
                                 {.location = location(),
                                  .branch = step.branch,
                                  .from = step.from,
                                  .to = step.to,
                                  .reason = "pawl: land " + plan_.run,
                                  .killed = step.killed});
  }

  Status remove_ref(const std::string& ref, const std::string& expected) override {
    TRY(git().text(location(), {"update-ref", "-d", ref, expected}));
    return Done{};
  }

  Result<std::optional<bool>> is_whole_in(const Work& work, const std::string& commit) override {
    TRY_ASSIGN(const auto known, git().resolve(work.folder, commit + "^{commit}"));
    if (!known) return std::optional<bool>();
    TRY_ASSIGN(const bool whole, git().is_ancestor(work.folder, work.head, commit));
    return std::optional(whole);
  }

  Result<Rescued> rescue(const run::RunState& state) override {
    return landing::rescue(plan_.ports, state);
  }

 private:
  git::Git& git() { return plan_.ports.git; }
  const std::string& location() const { return plan_.target.location; }

  GitGroundPlan plan_;
};

}  // namespace

std::unique_ptr<Ground> git_ground(GitGroundPlan plan) {
  return std::make_unique<GitGround>(std::move(plan));
}

}  // namespace pawl::landing
