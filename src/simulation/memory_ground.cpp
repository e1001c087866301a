#include "simulation/memory_ground.hpp"

#include <algorithm>

#include "landing/effect.hpp"

namespace pawl::simulation {
namespace {

std::string ref_of(const std::string& branch) { return "refs/heads/" + branch; }

Error no_word(const std::string& what) {
  return fail(Errc::timeout, "git did not come back from " + what);
}

// What verifying a commit comes to depends on the commit.
bool is_refused(const std::string& commit) { return commit.back() == '0'; }
bool is_unknown(const std::string& commit) { return commit.back() == '1'; }
// What the judge and the commands of a run say of a tree depends on the tree.
bool is_against_guards(const std::string& tree) { return tree.back() == '0'; }
bool commands_fail(const std::string& tree) { return tree.back() == '2'; }

class MemoryMeeting final : public landing::Meeting {
 public:
  explicit MemoryMeeting(World& world) : world_(world) {}

  Result<bool> has(const std::string& tip, const std::string& commit) override {
    world_.port();
    return world_.git.has(tip, commit);
  }
  Result<git::CommitInfo> info(const std::string& commit) override {
    return world_.git.info(commit);
  }
  Result<std::vector<git::CommitInfo>> log(const std::string& base,
                                           const std::string& head) override {
    world_.port();
    return world_.git.log(base, head);
  }
  Result<bool> changes_files(const std::string& base, const std::string& head) override {
    return world_.git.tree_of(base) != world_.git.tree_of(head);
  }
  Result<git::TrialRepository::Merged> merge(const std::string& ours,
                                             const std::string& theirs) override {
    world_.port();
    const auto merged = world_.git.merge(ours, theirs);
    if (!merged) return fail(Errc::invalid, "unrelated histories");
    return *merged;
  }
  Result<std::string> commit(const git::TrialRepository::CommitPlan& plan) override {
    world_.port();
    return world_.git.commit(plan.tree, {plan.parent}, plan.message, plan.at);
  }
  // Takes long: much happens meanwhile. What it says depends on the commit.
  Result<landing::Verified> verify(const std::string& /*base*/,
                                   const std::string& commit) override {
    for (int i = 0; i < 3; ++i) {
      world_.port();
      world_.sleep(Milliseconds(world_.amount(What::verify_ms, 20'000)));
    }
    if (world_.refused()) return no_word("a build");
    landing::Verified verified{.refused = {}, .unknown = {}, .checked = {"builds"}};
    if (is_refused(commit)) verified.refused.emplace_back("it does not build");
    if (is_unknown(commit)) verified.unknown.emplace_back("nobody knows how it is built");
    return verified;
  }
  Status bring(const std::string& commit, const std::string& ref,
               const std::string& expected) override {
    world_.port();
    if (world_.refused()) return no_word("a push");
    if (!world_.git.move(ref, commit, expected)) return fail(Errc::conflict, ref + " moved");
    world_.port();
    if (world_.lost()) return no_word("a push");
    return Done{};
  }

 private:
  World& world_;
};

class MemoryGround final : public landing::Ground {
 public:
  MemoryGround(World& world, std::string run) : world_(world), run_(std::move(run)) {}

  std::string name() const override { return "target"; }

  Result<landing::Work> work(const run::RunState& state) override {
    world_.port();
    const SimRun& one = world_.run(state.run);
    if (one.head.empty() || one.head == one.base) {
      return fail(Errc::not_found, "run " + state.run + " committed nothing");
    }
    const bool published = world_.git.at(ref_of(state.branch)) == one.head;
    return landing::Work{.head = one.head,
                         .base = one.base,
                         .folder = "/worktrees/" + state.run,
                         .in_worktree = true,
                         .in_target = published,
                         .open = {}};
  }
  Result<std::unique_ptr<landing::Meeting>> meet(const landing::Work& /*work*/) override {
    world_.port();
    return std::unique_ptr<landing::Meeting>(std::make_unique<MemoryMeeting>(world_));
  }
  Result<std::optional<std::string>> tip(const std::string& branch) override {
    return at(ref_of(branch));
  }
  Result<std::optional<std::string>> at(const std::string& ref) override {
    world_.port();
    const std::string found = world_.git.at(ref);
    return found.empty() ? std::optional<std::string>() : std::optional(found);
  }
  Result<bool> has(const std::string& tip, const std::string& commit) override {
    world_.port();
    return world_.git.has(tip, commit);
  }
  Result<store::ProcessLock> lock_publishing() override {
    world_.port();
    return store::lock_publishing(*world_.files, world_.layout, "target", run_, *world_.clock,
                                  world_.me().cancel);
  }
  Status advance(const Step& step) override {
    world_.port();
    if (world_.refused()) return no_word("update-ref");
    if (world_.claimed()) return Done{};
    if (!world_.git.move(ref_of(step.branch), step.to, step.from)) {
      return fail(Errc::conflict, step.branch + " is not at " + step.from + " any more");
    }
    world_.tell(step.branch + " moves to " + step.to);
    if (is_refused(step.to) || is_unknown(step.to)) world_.wrong("what does not build landed");
    note_landing(world_, world_.run(run_), step.to);
    world_.port();
    if (world_.lost()) return no_word("update-ref");
    return Done{};
  }
  Status remove_ref(const std::string& ref, const std::string& expected) override {
    world_.port();
    if (world_.git.move(ref, "", expected)) return Done{};
    return fail(Errc::conflict, ref + " is not at " + expected);
  }
  Result<std::optional<bool>> is_whole_in(const landing::Work& work,
                                          const std::string& commit) override {
    world_.port();
    return std::optional(world_.git.has(commit, work.head));
  }
  Result<landing::Rescued> rescue(const run::RunState& /*state*/) override {
    return landing::Rescued{};
  }

 private:
  World& world_;
  std::string run_;
};

class MemoryFanIn final : public runner::FanInGround {
 public:
  MemoryFanIn(World& world, SimRun& run, std::string group)
      : world_(world), run_(run), group_(std::move(group)) {}

  Status collect_artifacts() override {
    world_.port();
    return Done{};
  }
  Status look(runner::MadeBranch& branch) override {
    world_.port();
    const SimRun& one = world_.run(branch.run);
    if (one.head.empty()) return Done{};
    branch.folder = "/worktrees/" + branch.run;
    branch.head = one.head;
    const auto commits = world_.git.log(one.base, one.head);
    if (!commits.empty()) branch.title = commits.front().subject;
    branch.lines = static_cast<std::int64_t>(commits.size());
    return Done{};
  }
  Result<std::string> head() override { return run_.head; }
  Result<runner::MergedTree> merge(const std::string& ours, const std::string& theirs) override {
    world_.port();
    const auto merged = world_.git.merge(ours, theirs);
    if (!merged) return fail(Errc::invalid, "unrelated histories");
    return runner::MergedTree{.tree = merged->tree, .conflicts = merged->conflicts};
  }
  Result<std::string> commit_tree(const std::string& tree, const std::string& parent) override {
    world_.port();
    return world_.git.commit(tree, {parent}, "a union of branches", world_.now);
  }
  Result<std::string> adopted_before(const std::string& step) override {
    world_.port();
    return commit_of_step(world_, run_, step);
  }
  // What is between the two, on the head; the judge refuses some.
  Result<stages::Adopted> adopt(const std::string& step, const std::string& /*title*/,
                                const std::string& from, const std::string& to) override {
    world_.port();
    const std::string wanted = world_.git.peeled(to);
    if (world_.git.peeled(from) == wanted) return stages::Adopted{};
    if (is_against_guards(wanted))
      return stages::Adopted{.commit = {}, .refused = "a guard says no"};
    std::string made = commit_step(world_, run_, step, wanted);
    world_.acted();
    world_.port();
    return stages::Adopted{.commit = std::move(made), .refused = {}};
  }
  Result<stages::Weight> weigh(const std::string& /*step*/, const runner::MadeBranch& branch,
                               const std::string& /*head*/, const std::string& tree) override {
    world_.port();
    stages::Weight weight{.refused = {}, .lines = branch.lines};
    if (is_against_guards(tree)) weight.refused = "a guard says no";
    if (commands_fail(tree)) weight.commands = stages::Weight::Commands::failed;
    return weight;
  }
  Result<std::string> objection(const std::string& /*head*/, const std::string& tree) override {
    world_.port();
    return commands_fail(tree) ? std::string("the commands fail with it") : std::string();
  }
  Status keep_notes(const std::vector<runner::MadeBranch>&, const runner::Merged&) override {
    world_.port();
    return Done{};
  }
  Status show() override {
    world_.port();
    return Done{};
  }
  Result<std::string> keep_sides(const std::vector<runner::MadeBranch>& branches) override {
    world_.port();
    for (const runner::MadeBranch& branch : branches) {
      if (branch.head.empty()) continue;
      const std::string ref = runner::side_ref(run_.id.text(), group_, branch.name, branch.head);
      world_.git.refs[ref] = branch.head;
    }
    return std::string("; both sides are kept");
  }
  Status release(const runner::MadeBranch& branch, bool merged) override {
    world_.port();
    if (branch.folder.empty()) return Done{};
    if (!merged) world_.git.rescue(branch.head, branch.run);
    world_.port();
    world_.run(branch.run).head.clear();
    world_.acted();
    world_.port();
    return Done{};
  }
  // The process of another attempt may still work on it.
  Status give_up(const runner::MadeBranch& branch) override {
    SimShelf shelf(world_, runner::kDyingMost);
    TRY_ASSIGN(const runner::Held held, runner::hold(shelf, world_.run(branch.run).id));
    return release(branch, false);
  }

 private:
  World& world_;
  SimRun& run_;
  std::string group_;
};

}  // namespace

void note_landing(World& world, const SimRun& run, const std::string& commit) {
  const std::vector<landing::Intent> intents = landing::intents_of(run.state);
  const bool intended =
      std::any_of(intents.begin(), intents.end(),
                  [&](const landing::Intent& one) { return one.commit == commit; });
  world.did("landing " + run.head + " of " + run.id.text(), intended);
  const run::RunStatus status = run.state.status;
  const bool whole = status == run::RunStatus::succeeded || status == run::RunStatus::partial ||
                     status == run::RunStatus::nothing_to_do;
  if (!whole) world.wrong("half of " + run.id.text() + " landed");
}

std::string commit_step(World& world, SimRun& run, const std::string& step,
                        const std::string& tree) {
  const std::string message =
      step + "\n\nPawl-Run: " + run.id.text() + "\nPawl-Subtask: " + step + "\n";
  run.head = world.git.commit(tree, {run.head}, message, world.now);
  world.tell(run.id.text() + " commits " + step + " as " + run.head);
  return run.head;
}

std::string commit_of_step(const World& world, const SimRun& run, const std::string& step) {
  for (const git::CommitInfo& commit : world.git.log(run.base, run.head)) {
    const bool ours = commit.trailer("Pawl-Run") == run.id.text();
    if (ours && commit.trailer("Pawl-Subtask") == step) return commit.id;
  }
  return {};
}

std::unique_ptr<landing::Ground> memory_ground(World& world, const std::string& run) {
  return std::make_unique<MemoryGround>(world, run);
}

std::unique_ptr<runner::FanInGround> memory_fan_in(World& world, SimRun& run,
                                                   const std::string& group) {
  return std::make_unique<MemoryFanIn>(world, run, group);
}

}  // namespace pawl::simulation
