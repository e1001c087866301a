#include "simulation/memory_away.hpp"

#include "landing/away_ground.hpp"

namespace pawl::simulation {
namespace {

constexpr Milliseconds kRemovalPatience{1'000};

class MemoryAway final : public landing::AwayGround {
 public:
  MemoryAway(World& world, SimRun& run) : world_(world), run_(run) {}

  Result<store::ProcessLock> lock_publishing() override {
    world_.port();
    return store::lock_publishing(*world_.files, world_.layout, "target", run_.id.text(),
                                  *world_.clock, world_.me().cancel);
  }

  Result<landing::Rescued> rescue() override {
    world_.port();
    if (world_.refused()) return fail(Errc::timeout, "git did not come back from a push");
    if (run_.head.empty()) return landing::Rescued{};
    const std::string ref = world_.git.rescue(run_.head, run_.id.text());
    world_.port();
    return ref.empty() ? landing::Rescued{} : landing::Rescued{.refs = {ref}};
  }

  Result<bool> remove_worktree() override {
    world_.port();
    const bool there = !run_.head.empty();
    run_.head.clear();
    world_.acted();
    world_.port();
    return there;
  }

  Status remove_scratch() override { return Done{}; }
  bool has_branches() const override { return true; }

  Result<std::optional<Branch>> branch_at(const std::string& ref) override {
    world_.port();
    const std::string commit = world_.git.at(ref);
    if (commit.empty()) return std::optional<Branch>();
    return std::optional(Branch{.commit = commit, .checked_out_in = {}});
  }
  Result<std::optional<std::string>> at(const std::string& ref) override {
    world_.port();
    const std::string commit = world_.git.at(ref);
    return commit.empty() ? std::optional<std::string>() : std::optional(commit);
  }
  Result<bool> is_held_elsewhere(const std::string& commit, const std::string& beside) override {
    world_.port();
    return world_.git.is_held(commit, beside);
  }

  Result<std::string> offered_by() override {
    world_.port();
    for (const forge::Pull& pull : world_.pulls) {
      const bool open = pull.run == run_.id.text() && pull.state == forge::PullState::open;
      if (open) return std::string("its pull request is open");
    }
    return std::string();
  }

  Status make_ref(const std::string& ref, const std::string& commit) override {
    world_.port();
    if (world_.refused()) return fail(Errc::timeout, "git did not come back from update-ref");
    if (world_.git.move(ref, commit, "")) return Done{};
    return fail(Errc::conflict, ref + " is there");
  }
  Status remove_ref(const std::string& ref, const std::string& expected) override {
    world_.port();
    if (world_.git.move(ref, "", expected)) return Done{};
    return fail(Errc::conflict, ref + " is not at " + expected);
  }

 private:
  World& world_;
  SimRun& run_;
};

Status remove_now(World& world, SimRun& run) {
  SimShelf shelf(world, kRemovalPatience);
  TRY_ASSIGN(const runner::Held held, runner::hold_ended(shelf, run.id));
  MemoryAway ground(world, run);
  TRY(landing::put_away(ground, *held.state));
  world.port();
  run.removed = true;
  world.port();
  return Done{};
}

}  // namespace

Process& start_removal(World& world, SimRun& run) {
  return world.start("", [&world, &run](Process&) {
    const Status removed = remove_now(world, run);
    world.tell(run.id.text(),
               removed ? " is removed" : " is not removed: " + removed.error().to_line());
  });
}

}  // namespace pawl::simulation
