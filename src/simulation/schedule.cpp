#include "simulation/schedule.hpp"

#include "runner/select.hpp"
#include "simulation/actors.hpp"
#include "simulation/boss.hpp"
#include "simulation/checks.hpp"
#include "simulation/jobs.hpp"

namespace pawl::simulation {
namespace {

constexpr int kRoundsMax = 14;
constexpr int kActsMost = 24;
constexpr Milliseconds kBetweenActs{120'000};

Faults faults_of(Dice& dice) {
  Faults faults;
  faults.stay = 2 + dice.below(8);
  if (dice.one_in(8)) return faults;  // nothing but what people do
  faults.kill = 60 + dice.below(400);
  faults.lost = 5 + dice.below(40);
  faults.refused = 10 + dice.below(80);
  faults.full_disk = 60 + dice.below(400);
  faults.stall = 20 + dice.below(80);
  return faults;
}

class Schedule {
 public:
  Schedule(std::uint64_t seed, bool telling) : first_(seed), world_(seed, faults_of(first_)) {
    world_.telling = telling;
  }

  Played play() {
    const int count = 1 + dice().below(3);
    for (int i = 0; i < count; ++i) start_work(world_, make_job(world_));
    if (dice().one_in(3)) start_work(world_, make_chain(world_));
    acts_ = dice().below(kActsMost);
    while (true) {
      if (acts_ > 0) start_person();
      world_.settle();
      check_kept(world_);
      if (!world_.power_is_going) break;
      world_.lose_power();
    }
    calm_down();
    check_always(world_);
    check_explained(world_);
    return played();
  }

 private:
  Dice& dice() { return world_.dice; }

  // Those that a person sees: branches are their runs' own, and of what nobody began there is
  // nothing to see.
  std::vector<SimRun*> visible() {
    std::vector<SimRun*> found;
    for (auto& [id, run] : world_.runs) {
      const bool reserved = run->events.empty() && !run->parent.empty();
      if (!run->is_branch() && !reserved) found.push_back(run.get());
    }
    return found;
  }
  SimRun& any() {
    const std::vector<SimRun*> all = visible();
    return *all[static_cast<std::size_t>(dice().below(static_cast<int>(all.size())))];
  }

  // ---- people

  void start_person() {
    Process& person = world_.start("", [this](Process&) {
      while (acts_ > 0 && !world_.power_is_going) {
        world_.sleep(Milliseconds(dice().below(static_cast<int>(kBetweenActs.count()))));
        --acts_;
        act();
        check_kept(world_);
      }
    });
    person.person = true;
  }

  void act() {
    SimRun& run = any();
    switch (dice().below(14)) {
      case 0:
      case 1: start_stop(world_, run); break;
      case 2:
      case 3:
      case 4: start_work(world_, run, stage_to_go_on_at(run)); break;
      case 5:
      case 6:
      case 7: start_landing(world_, run); break;
      case 8: start_closing(world_, run); break;
      case 9:
        start_decision(world_, run,
                       dice().one_in(2) ? fleet::Decision::ack : fleet::Decision::skip);
        break;
      case 10:
      case 11: commit_by_hand(); break;
      case 12: world_.kill(run.state.pid); break;
      default:
        if (world_.faults.kill > 0 && dice().one_in(3)) world_.power_is_going = true;
        break;
    }
  }

  // Now and then a person names one.
  std::string stage_to_go_on_at(const SimRun& run) {
    if (run.state.stages.empty() || !dice().one_in(5)) return {};
    auto stage = run.state.stages.begin();
    std::advance(stage, dice().below(static_cast<int>(run.state.stages.size())));
    return stage->first;
  }

  void commit_by_hand() {
    const std::string tip = world_.git.at(kMainRef);
    Tree tree = world_.git.files(tip);
    const std::string word = "by a person " + std::to_string(++by_hand_);
    tree["notes"] = word;
    if (dice().one_in(4)) tree["shared"] = word;
    const std::string made =
        world_.git.commit(world_.git.keep(tree), {tip}, word + "\n", world_.now);
    world_.git.refs[kMainRef] = made;
    world_.of_people.push_back(made);
    world_.tell("a person commits " + made + " to " + kMain);
  }

  // ---- the quiet time

  run::RunStatus status_of(const SimRun& run) const {
    const bool alive = run.state.boot == world_.boot && world_.is_alive(run.state.pid);
    return run::derive_status(run.state, {.process_alive = alive, .now = world_.now});
  }

  // A stage that may not run twice and was under way: only a person can say to go on there.
  static std::string lost_stage(const SimRun& run) {
    const std::string_view words = " was under way when its process ended";
    const auto at = run.state.reason.find(words);
    return at == std::string::npos ? std::string() : run.state.reason.substr(0, at);
  }

  // Whether there was something to do.
  bool help(SimRun& run) {
    const run::RunStatus status = status_of(run);
    if (run.events.empty() || status == run::RunStatus::crashed) {
      start_work(world_, run);
    } else if (!run.state.finished()) {
      start_stop(world_, run);
    } else if (runner::can_resume(run.state)) {
      start_work(world_, run, lost_stage(run));
    } else if (run.chain_steps == 0 && !run.state.landed && landings_[&run] < kLandingsMax) {
      ++landings_[&run];
      start_landing(world_, run);
    } else {
      return false;
    }
    return true;
  }

  void calm_down() {
    world_.faults = Faults{.stay = world_.faults.stay};
    for (int round = 0; round < kRoundsMax; ++round) {
      // Who does nothing any more is seen to after a while.
      world_.now += 2 * run::kOrphanAfter;
      bool busy = false;
      for (SimRun* run : visible()) busy = help(*run) || busy;
      world_.settle();
      check_kept(world_);
      if (!busy) return;
    }
  }

  Played played() {
    Played out{.wrongs = world_.wrongs, .story = world_.story, .seen = {}};
    out.seen["kills"] = world_.kills;
    out.seen["powers"] = world_.powers;
    for (const auto& [id, run] : world_.runs) {
      if (run->events.empty()) continue;
      ++out.seen[run->is_branch() ? "branches" : "runs"];
      if (run->state.attempt > 1) ++out.seen["resumed"];
      if (run->is_branch()) continue;
      if (run->chain_steps > 0) ++out.seen["chains"];
      ++out.seen[std::string(run::to_string(run->state.status))];
      if (run->state.landed) ++out.seen["landed " + run->state.landed->way];
    }
    return out;
  }

  static constexpr int kLandingsMax = 3;

  Dice first_;
  World world_;
  std::map<const SimRun*, int> landings_;
  int acts_ = 0;
  int by_hand_ = 0;
};

}  // namespace

Played play(std::uint64_t seed, bool telling) { return Schedule(seed, telling).play(); }

}  // namespace pawl::simulation
