#include "simulation/actors.hpp"

#include <csignal>

#include "fleet/stop.hpp"
#include "landing/land_parts.hpp"
#include "pipeline/walk_events.hpp"
#include "run/events.hpp"
#include "runner/record_end.hpp"
#include "runner/walking.hpp"
#include "simulation/boss.hpp"
#include "simulation/memory_forge.hpp"
#include "simulation/memory_ground.hpp"
#include "simulation/worker.hpp"

namespace pawl::simulation {
namespace {

// As of those that begin runs, land them, and say something of them.
constexpr Milliseconds kStartPatience{500};
constexpr Milliseconds kFactPatience{1'000};
constexpr Milliseconds kGrace{5'000};

template <class Begin>
Begin with_process(const World& world, const Process& self) {
  Begin event;
  event.pid = self.pid;
  event.started = 1;
  event.boot = world.boot;
  return event;
}

Status make_worktree(World& world, SimRun& run, SimJournal& journal) {
  if (!run.state.base_commit.empty()) {
    if (!run.head.empty()) return Done{};
    return fail(Errc::not_found, "the worktree of " + run.id.text() + " is gone");
  }
  world.port();
  run.base = run.is_branch() ? run.stands_on : world.git.at(kMainRef);
  run.head = run.base;
  return journal.append(to_event(run::WorktreeReady{
      .path = "/worktrees/" + run.id.text(), .base = kMain, .commit = run.base}));
}

void say(World& world, const SimRun& run, std::string_view what, const Error& error) {
  world.tell(run.id.text() + " " + std::string(what) + ": " + error.to_line());
}

void work(World& world, Process& self, SimRun& run, const std::string& from) {
  SimShelf shelf(world, run.is_branch() ? runner::kDyingMost : kStartPatience);
  const Result<runner::Held> held = runner::hold_open(shelf, run.id);
  if (!held) return say(world, run, "is not worked on", held.error());
  if (run.removed) return;  // what was asked of it is gone, too
  const Status newest =
      self.attempt ? runner::check_attempt(*held, run.id, *self.attempt) : Status(Done{});
  if (!newest) return say(world, run, "is not worked on", newest.error());
  pipeline::WalkState walked = pipeline::fold(run.definition, run.events);
  if (!from.empty()) {
    const Status known = pipeline::resumed(run.definition, walked, from);
    if (!known) return say(world, run, "cannot go on there", known.error());
  }
  SimJournal journal(world, run, held->state.value_or(run::RunState{}));
  journal.beats_for(self);
  const Status begun = record_start(world, self, run, journal, *held, from);
  if (!begun) return say(world, run, "does not begin", begun.error());
  if (run.chain_steps > 0) return work_on_chain(world, self, run, journal);
  const Status ready = make_worktree(world, run, journal);
  Worker worker(world, self, run, journal);
  const Result<pipeline::Outcome> end =
      ready ? runner::walk_to_end(run.definition, pipeline::fold(run.definition, run.events),
                                  {.events = journal,
                                   .journal = journal,
                                   .clock = *world.clock,
                                   .cancel = self.cancel,
                                   .worker = worker})
            : Result<pipeline::Outcome>(ready.error());
  const Status recorded = runner::record_end(journal, end, SIGTERM);
  if (!recorded) say(world, run, "has no end", recorded.error());
}

void land(World& world, Process& self, SimRun& run) {
  const Result<landing::Landing> end = land_now(world, self, run);
  if (!end) return say(world, run, "did not land", end.error());
  world.tell(run.id.text() + " " + std::string(to_string(end->end)) + " " + end->reason);
}

void note(World& world, SimRun& run,
          const std::function<Result<std::optional<Event>>(const run::RunState&)>& what) {
  SimShelf shelf(world, kFactPatience);
  const Result<runner::Held> held = runner::hold_ended(shelf, run.id);
  if (!held) return say(world, run, "is not written to", held.error());
  const auto event = what(*held->state);
  if (!event) return say(world, run, "is not to be decided", event.error());
  if (*event) static_cast<void>(world.append(run, **event).ok());
}

}  // namespace

Status record_start(World& world, const Process& self, const SimRun& run, SimJournal& journal,
                    const runner::Held& held, const std::string& from) {
  if (held.state) {
    auto event = with_process<run::RunResumed>(world, self);
    event.phase = held.state->phase;
    event.from = from;
    return journal.append(to_event(event));
  }
  auto event = with_process<run::RunBegin>(world, self);
  event.run = run.id.text();
  event.target = "/target";
  event.repository = "target";
  event.base = kMain;
  event.branch = "pawl/" + run.id.text();
  event.pipeline = run.definition.name;
  event.parent = run.parent;
  return journal.append(to_event(event));
}

Result<landing::Landing> land_now(World& world, Process& self, SimRun& run) {
  SimShelf shelf(world, Milliseconds(0));
  TRY_ASSIGN(const runner::Held held, runner::hold_ended(shelf, run.id));
  SimJournal journal(world, run, *held.state);
  const auto forge = memory_forge(world, !run.by_pull);
  const auto ground = memory_ground(world, run.id.text());
  landing::LandOptions options;
  if (run.fast_forward) options.way = landing::Way::fast_forward;
  const landing::Wish wish{};
  const auto verified_before = [&] {
    std::vector<landing::LandVerified> found;
    for (const JournalEvent& event : run.events) {
      if (event.is(landing::kLandVerified)) found.push_back(landing::land_verified_of(event));
    }
    return found;
  };
  const landing::Task task{.options = options,
                           .run = run.id.text(),
                           .events = journal,
                           .journal = journal,
                           .verified_before = verified_before,
                           .wish = wish,
                           .forge = *forge,
                           .ground = *ground,
                           .clock = *world.clock,
                           .cancel = self.cancel};
  return run.by_pull ? landing::land_pull(task) : landing::land_on_branch(task);
}

Status stop_now(World& world, SimRun& run) {
  SimShelf shelf(world, kFactPatience);
  TRY_ASSIGN(const run::RunState state, shelf.load(run.id));
  if (state.finished()) return Done{};
  bool killed = false;
  if (shelf.is_at_work(state)) {
    Process& process = world.process(state.pid);
    if (!process.deaf && !process.stalled) process.cancel.request();
    const Timestamp until = world.now + kGrace;
    while (world.is_alive(state.pid) && world.now < until) world.sleep(Milliseconds(500));
    killed = world.is_alive(state.pid);
    if (killed) world.kill(state.pid);
  }
  TRY_ASSIGN(const runner::Held held, runner::hold_ended(shelf, run.id));
  const std::optional<Event> end = fleet::stopping(*held.state, killed);
  return end ? world.append(run, *end) : Status(Done{});
}

run::RunStatus status_of(const World& world, const run::RunState& state) {
  const bool alive = state.boot == world.boot && world.is_alive(state.pid);
  return run::derive_status(state, {.process_alive = alive, .now = world.now});
}

Process& start_work(World& world, SimRun& run, const std::string& from,
                    std::optional<int> attempt) {
  Process& process = world.start(run.id.text(), [&world, &run, from](Process& self) {
    work(world, self, run, from);
    const bool good =
        run.state.status == run::RunStatus::succeeded && run.chain_steps == 0 && !run.is_branch();
    const int one_in = run.parent.empty() ? 2 : 6;
    if (good && world.faults.kill > 0 && world.happens(What::lands, one_in)) land(world, self, run);
  });
  process.attempt = attempt;
  process.deaf = world.happens(What::deaf, world.faults.kill > 0 ? 6 : 0);
  return process;
}

Process& start_landing(World& world, SimRun& run) {
  return world.start("", [&world, &run](Process& self) { land(world, self, run); });
}

Process& start_stop(World& world, SimRun& run) {
  return world.start("", [&world, &run](Process&) {
    const Status stopped = stop_now(world, run);
    if (!stopped) say(world, run, "is not stopped", stopped.error());
  });
}

Process& start_closing(World& world, SimRun& run) {
  return world.start("", [&world, &run](Process&) {
    note(world, run, [](const run::RunState& state) -> Result<std::optional<Event>> {
      return fleet::closing(state);
    });
  });
}

Process& start_decision(World& world, SimRun& run, fleet::Decision decision) {
  return world.start("", [&world, &run, decision](Process&) {
    note(world, run, [&](const run::RunState& state) { return fleet::deciding(state, decision); });
  });
}

}  // namespace pawl::simulation
