#include "simulation/schedule.hpp"

#include "runner/select.hpp"
#include "simulation/actors.hpp"
#include "simulation/boss.hpp"
#include "simulation/checks.hpp"
#include "simulation/jobs.hpp"
#include "simulation/memory_away.hpp"

namespace pawl::simulation {
namespace {

constexpr int kRoundsMax = 14;
constexpr int kActsMost = 24;
constexpr int kBetweenActs = 180'000;  // ms, of which the first are none
constexpr int kAtOnce = 60'000;

// What a schedule is like, by its seed alone.
struct Shape {
  int jobs = 1;
  bool chain = false;
  Faults faults;
};

Shape shape_of(std::uint64_t seed) {
  Dice dice(seed);
  Shape shape{.jobs = 1 + dice.below(3), .chain = dice.one_in(3), .faults = {}};
  Faults& faults = shape.faults;
  faults.pause = 2 + dice.below(8);
  if (dice.one_in(8)) return shape;  // nothing but what people do
  faults.kill = 60 + dice.below(400);
  faults.lost = 3 + dice.below(30);
  faults.refused = 4 + dice.below(40);
  faults.claimed = 2 + dice.below(10);
  faults.full_disk = 60 + dice.below(400);
  faults.stall = 20 + dice.below(80);
  faults.late = 30 + dice.below(200);
  return shape;
}

// Of one that is written down: all may happen, and what does is written.
Shape shape_of(const Script& script) {
  Shape shape = shape_of(script.seed);
  const int may = script.mild ? 0 : 1;
  shape.faults = {.kill = may,
                  .lost = may,
                  .refused = may,
                  .claimed = may,
                  .full_disk = may,
                  .stall = may,
                  .late = may,
                  .pause = 1};
  return shape;
}

class Schedule {
 public:
  Schedule(std::uint64_t seed, Choices choices, const Shape& shape, bool telling)
      : shape_(shape), world_(seed, std::move(choices), shape.faults) {
    world_.telling = telling;
  }

  Played play() {
    for (int i = 0; i < shape_.jobs; ++i) start_work(world_, make_job(world_));
    if (shape_.chain) start_work(world_, make_chain(world_));
    acts_ = world_.one_of(What::acts, kActsMost);
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
  // Those that a person sees: branches are their runs' own, and of what nobody began there is
  // nothing to see.
  std::vector<SimRun*> visible() {
    std::vector<SimRun*> found;
    for (auto& [id, run] : world_.runs) {
      const bool reserved = run->events.empty() && !run->parent.empty();
      if (!run->is_branch() && !reserved && !run->removed) found.push_back(run.get());
    }
    return found;
  }
  SimRun* any() {
    const std::vector<SimRun*> all = visible();
    if (all.empty()) return nullptr;
    return all[static_cast<std::size_t>(world_.one_of(What::whose, static_cast<int>(all.size())))];
  }

  // ---- people

  void start_person() {
    Process& person = world_.start("", [this](Process&) {
      while (acts_ > 0 && !world_.power_is_going) {
        const int after = world_.amount(What::act_after, kBetweenActs) - kAtOnce;
        if (after > 0) world_.sleep(Milliseconds(after));
        --acts_;
        act();
        check_kept(world_);
      }
    });
    person.person = true;
  }

  void act() {
    const int kind = world_.one_of(What::act, kActKinds);
    if (kind == 0) return;
    SimRun* run = any();
    if (run == nullptr) return;
    do_to(*run, kind);
    if (world_.happens(What::at_once, 4)) do_to(*run, kind);
  }

  void do_to(SimRun& run, int kind) {
    switch (kind) {
      case 1:
      case 2: start_stop(world_, run); break;
      case 3:
      case 4:
      case 5: start_work(world_, run, stage_to_go_on_at(run)); break;
      case 6:
      case 7:
      case 8: start_landing(world_, run); break;
      case 9: start_closing(world_, run); break;
      case 10: decide(run); break;
      case 11:
      case 12: commit_by_hand(); break;
      case 13: world_.kill(run.state.pid); break;
      case 14: start_removal(world_, run); break;
      default: world_.power_is_going = world_.faults.kill > 0; break;
    }
  }

  void decide(SimRun& run) {
    const bool ack = world_.one_of(What::decision, 2) == 0;
    start_decision(world_, run, ack ? fleet::Decision::ack : fleet::Decision::skip);
  }

  // Now and then a person names one.
  std::string stage_to_go_on_at(const SimRun& run) {
    if (run.state.stages.empty() || !world_.happens(What::named, 2)) return {};
    auto stage = run.state.stages.begin();
    std::advance(stage, world_.one_of(What::stage, static_cast<int>(run.state.stages.size())));
    return stage->first;
  }

  void commit_by_hand() {
    const std::string tip = world_.git.at(kMainRef);
    Tree tree = world_.git.files(tip);
    const std::string word = "by a person " + std::to_string(++by_hand_);
    tree["notes"] = word;
    if (world_.happens(What::both, 4)) tree["shared"] = word;
    const std::string made =
        world_.git.commit(world_.git.keep(tree), {tip}, word + "\n", world_.now);
    world_.git.refs[kMainRef] = made;
    world_.of_people.push_back(made);
    world_.tell("a person commits " + made + " to " + kMain);
  }

  // ---- the quiet time

  // A stage that may not run twice and was under way: only a person can say to go on there.
  static std::string lost_stage(const SimRun& run) {
    const std::string_view words = " was under way when its process ended";
    const auto at = run.state.reason.find(words);
    return at == std::string::npos ? std::string() : run.state.reason.substr(0, at);
  }

  // Whether there was something to do.
  bool help(SimRun& run, int round) {
    const run::RunStatus status = status_of(world_, run.state);
    const bool undecided = !run.parent.empty() && run.state.finished() && !run.state.landed;
    if (undecided && run.state.decision.empty() && world_.happens(What::decided, 6)) {
      decide(run);
      return true;
    }
    if (run.events.empty() || status == run::RunStatus::crashed) {
      start_work(world_, run);
    } else if (!run.state.finished()) {
      start_stop(world_, run);
    } else if (run.chain_steps > 0 && run.state.bail_class == "budget") {
      return false;
    } else if (runner::can_resume(run.state)) {
      const std::string lost = lost_stage(run);
      start_work(world_, run, lost.empty() && round == 0 ? stage_to_go_on_at(run) : lost);
    } else if (run.chain_steps == 0 && !run.state.landed && landings_[&run] < kLandingsMax) {
      ++landings_[&run];
      start_landing(world_, run);
    } else {
      return false;
    }
    return true;
  }

  void calm_down() {
    world_.faults = Faults{.pause = world_.faults.pause};
    for (int round = 0; round < kRoundsMax; ++round) {
      // Who does nothing any more is seen to after a while.
      world_.now += 2 * run::kOrphanAfter;
      bool busy = false;
      for (SimRun* run : visible()) busy = help(*run, round) || busy;
      world_.settle();
      check_kept(world_);
      if (!busy) return;
    }
  }

  Played played() {
    Played out{.wrongs = world_.wrongs,
               .story = world_.story,
               .seen = {},
               .script = {.seed = world_.seed,
                          .mild = shape_.faults.kill == 0,
                          .choices = world_.choices.made()},
               .unused = world_.choices.unused()};
    out.seen["kills"] = world_.kills;
    out.seen["power failures"] = world_.powers;
    for (const auto& [id, run] : world_.runs) {
      if (run->events.empty()) continue;
      out.seen["resumes"] += run->state.attempt - 1;
      ++out.seen[run->is_branch() ? "branches" : "runs"];
      if (run->removed) ++out.seen["removed"];
      if (run->is_branch()) continue;
      if (run->chain_steps > 0) count_chain(*run, out.seen);
      ++out.seen["ended " + std::string(run::to_string(run->state.status))];
      if (run->state.landed) ++out.seen["landed " + run->state.landed->way];
    }
    return out;
  }

  static void count_chain(const SimRun& boss, std::map<std::string, int>& seen) {
    ++seen["chains"];
    for (const JournalEvent& event : boss.events) {
      if (event.name.starts_with("chain.")) ++seen[event.name];
    }
  }

  static constexpr int kActKinds = 16;
  static constexpr int kLandingsMax = 3;

  Shape shape_;
  World world_;
  std::map<const SimRun*, int> landings_;
  int acts_ = 0;
  int by_hand_ = 0;
};

}  // namespace

Played play(std::uint64_t seed, bool telling) {
  return Schedule(seed, Choices(seed), shape_of(seed), telling).play();
}

Played play(const Script& script, bool telling) {
  return Schedule(script.seed, Choices(script), shape_of(script), telling).play();
}

}  // namespace pawl::simulation
