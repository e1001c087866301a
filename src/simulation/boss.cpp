#include "simulation/boss.hpp"

#include <csignal>

#include "chain/chain.hpp"
#include "chain/events.hpp"
#include "landing/landed.hpp"
#include "run/events.hpp"
#include "runner/record_end.hpp"
#include "simulation/actors.hpp"
#include "simulation/jobs.hpp"
#include "simulation/memory_ground.hpp"

namespace pawl::simulation {
namespace {

using pipeline::Outcome;

constexpr Milliseconds kChainPatience{500};
constexpr Milliseconds kLook{5'000};

chain::Standing standing_of(const World& world, const run::RunState& state) {
  const bool alive = state.boot == world.boot && world.is_alive(state.pid);
  switch (run::derive_status(state, {.process_alive = alive, .now = world.now})) {
    case run::RunStatus::succeeded: return chain::Standing::done;
    case run::RunStatus::nothing_to_do: return chain::Standing::nothing;
    case run::RunStatus::partial: return chain::Standing::partial;
    case run::RunStatus::failed: return chain::Standing::failed;
    case run::RunStatus::bailed: return chain::Standing::bailed;
    case run::RunStatus::stopped: return chain::Standing::stopped;
    case run::RunStatus::waiting: return chain::Standing::waiting;
    case run::RunStatus::crashed: return chain::Standing::crashed;
    default: return chain::Standing::running;
  }
}

class Boss {
 public:
  Boss(World& world, Process& self, SimRun& run, SimJournal& journal)
      : world_(world), self_(self), run_(run), journal_(journal) {
    for (const JournalEvent& event : run.events) chain::apply(state_, event);
  }

  Result<Outcome> to_its_end() {
    while (true) {
      world_.port();
      if (self_.cancel.requested()) return interrupted();
      const chain::Next next = chain::next(definition_, state_);
      if (next.what == chain::Do::end) return end();
      TRY(act(next));
    }
  }

 private:
  template <class Said>
  Status say(const Said& said) {
    const std::size_t before = run_.events.size();
    TRY(journal_.append(to_event(said)));
    chain::apply(state_, run_.events.at(before));
    return Done{};
  }

  Status act(const chain::Next& next) {
    switch (next.what) {
      case chain::Do::ask: return ask(next);
      case chain::Do::reserve: return reserve(next);
      case chain::Do::take_back: return say(chain::TakenBack{next.step, next.child});
      case chain::Do::look: look(next.child); return Done{};
      case chain::Do::begin: begin(world_.run(next.child)); break;
      case chain::Do::note: return note(next);
      case chain::Do::wait: world_.sleep(kLook); break;
      case chain::Do::go_on:
        TRY(say(chain::Resumed{next.step, next.child, next.attempt,
                               std::string(to_string(next.standing))}));
        begin(world_.run(next.child));
        break;
      case chain::Do::prove: return prove(next);
      case chain::Do::land: return land(next);
      case chain::Do::close:
        return say(chain::Closed{next.step, next.child, next.attempt,
                                 std::string(to_string(next.closing))});
      case chain::Do::halt:
        return say(chain::Halted{next.step, next.child, next.attempt,
                                 std::string(to_string(next.why.value_or(chain::Halt::child))),
                                 next.reason});
      case chain::Do::end: break;
    }
    chain::forget(state_);
    return Done{};
  }

  // Waits until its process says that it began.
  void begin(SimRun& child) {
    const int attempt = child.state.attempt;
    const bool begun = !child.events.empty();
    const int pid = start_work(world_, child).pid;
    const auto waits = [&] {
      return begun ? child.state.attempt == attempt : child.events.empty();
    };
    while (world_.is_alive(pid) && waits()) world_.sleep(kLook);
  }

  Status ask(const chain::Next& next) {
    const bool more = next.step <= run_.chain_steps;
    return say(chain::Decided{.step = next.step,
                              .decision = more ? "next-plan" : "chain-done",
                              .plan = more ? "p" : "",
                              .rolling = more ? "r" : "",
                              .reason = more ? "" : "nothing is left",
                              .followups = {}});
  }

  // The run is there before the journal says so.
  Status reserve(const chain::Next& next) {
    world_.port();
    const SimRun& child = make_job(world_, run_.id.text());
    world_.port();
    return say(chain::Reserved{next.step, child.id.text()});
  }

  void look(const std::string& name) {
    world_.port();
    const SimRun& child = world_.run(name);
    if (child.events.empty()) {
      // One that is about to begin holds its lock.
      chain::saw(state_, {.standing = chain::Standing::reserved});
      return;
    }
    const run::RunState state = run::fold(child.events);
    chain::saw(state_, {.standing = standing_of(world_, state),
                        .attempt = state.attempt,
                        .decision = state.decision,
                        .bail_class = state.bail_class,
                        .reason = state.reason});
  }

  Status note(const chain::Next& next) {
    if (next.standing == chain::Standing::running) {
      return say(chain::ChildBegan{next.step, next.child, next.attempt});
    }
    return say(chain::ChildEnded{.step = next.step,
                                 .child = next.child,
                                 .attempt = next.attempt,
                                 .end = std::string(to_string(next.standing)),
                                 .bail_class = {},
                                 .reason = {}});
  }

  Status prove(const chain::Next& next) {
    const auto ground = memory_ground(world_, next.child);
    TRY_ASSIGN(const auto fact,
               landing::is_landed(*ground, run::fold(world_.run(next.child).events), kMain));
    if (fact) return landed(next, fact->commit, std::string(to_string(fact->way)));
    chain::found_nothing(state_);
    return Done{};
  }

  Status landed(const chain::Next& next, const std::string& commit, const std::string& way) {
    return say(chain::Landed{.step = next.step,
                             .child = next.child,
                             .attempt = next.attempt,
                             .closing = std::string(to_string(next.closing)),
                             .target = kMain,
                             .commit = commit,
                             .way = way});
  }

  Status land(const chain::Next& next) {
    if (next.pause.count() > 0) world_.sleep(next.pause);
    SimRun& child = world_.run(next.child);
    const Result<landing::Landing> end = land_now(world_, self_, child);
    if (!end) {
      return say(
          chain::NotLanded{next.step, next.child, next.attempt, "pending", end.error().to_line()});
    }
    switch (end->end) {
      case landing::LandEnd::landed:
      case landing::LandEnd::already:
        return landed(next, end->commit, std::string(to_string(end->way)));
      case landing::LandEnd::nothing:
        return say(chain::Closed{next.step, next.child, next.attempt, "nothing"});
      default:
        return say(chain::NotLanded{next.step, next.child, next.attempt,
                                    std::string(to_string(end->end)), end->reason});
    }
  }

  // What works for it is ended with it, and gone on with when that is.
  Result<Outcome> interrupted() {
    const chain::Step* step = state_.open_step();
    if (step != nullptr && !step->child.empty()) {
      SimRun& child = world_.run(step->child);
      const bool works = world_.is_alive(child.worker) && !child.state.finished();
      if (works) {
        const chain::Stopped stopped{step->number, step->child, child.state.attempt};
        TRY(say(stopped));
        start_stop(world_, child);
      }
    }
    return fail(Errc::cancelled, "interrupted");
  }

  Outcome end() const {
    if (state_.done) {
      Outcome done;
      done.reason = state_.reason;
      return done;
    }
    return Outcome::bail("other", 1, state_.reason);
  }

  World& world_;
  Process& self_;
  SimRun& run_;
  SimJournal& journal_;
  chain::Definition definition_;
  chain::State state_;
};

}  // namespace

SimRun& make_chain(World& world) {
  SimRun& boss = world.make_run(RunId::make("boss", "000000"), {.name = "boss", .summary = {}});
  boss.chain_steps = 1 + world.dice.below(3);
  return boss;
}

void work_on_chain(World& world, Process& self, SimRun& boss) {
  SimShelf shelf(world, kChainPatience);
  const Result<runner::Held> held = runner::hold_open(shelf, boss.id);
  if (!held) return;
  SimJournal journal(world, boss);
  if (!record_start(world, self, boss, journal, "")) return;
  Result<Outcome> end = Boss(world, self, boss, journal).to_its_end();
  static_cast<void>(runner::record_end(journal, end, SIGTERM).ok());
}

void check_chain(World& world, const SimRun& boss) {
  chain::State state;
  int open = 0;
  std::map<int, std::set<std::string>> children;  // of a step, those that began
  for (const JournalEvent& event : boss.events) {
    chain::apply(state, event);
    if (static_cast<int>(state.steps.size()) < open) {
      world.wrong(boss.id.text() + ": a step is forgotten");
    }
    open = static_cast<int>(state.steps.size());
    if (event.is(chain::kReserved)) {
      const chain::Reserved it = chain::reserved_of(event);
      if (!world.run(it.child).events.empty()) children[it.step].insert(it.child);
    }
    if (!event.is(chain::kLanded)) continue;
    const chain::Landed it = chain::landed_of(event);
    if (!world.git.has(world.git.at(kMainRef), it.commit)) {
      world.wrong(boss.id.text() + ": step " + std::to_string(it.step) + " is not in the target");
    }
  }
  for (const auto& [step, names] : children) {
    if (names.size() > 1) world.wrong(boss.id.text() + ": a step has two children that began");
  }
  for (const chain::Step& step : state.steps) {
    if (&step != &state.steps.back() && step.closing == chain::Closing::open) {
      world.wrong(boss.id.text() + ": a step is open, and one after it");
    }
  }
  // Nobody made a child that the chain does not know and that worked.
  for (const auto& [id, run] : world.runs) {
    if (run->parent != boss.id.text() || run->events.empty()) continue;
    bool known = false;
    for (const auto& [step, names] : children) known = known || names.contains(id);
    if (!known) world.wrong(id + " is a child that its chain does not know");
  }
}

}  // namespace pawl::simulation
