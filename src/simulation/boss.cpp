#include "simulation/boss.hpp"

#include <csignal>

#include "chain/chain.hpp"
#include "chain/events.hpp"
#include "fleet/child_said.hpp"
#include "landing/landed.hpp"
#include "run/events.hpp"
#include "runner/record_end.hpp"
#include "simulation/actors.hpp"
#include "simulation/jobs.hpp"
#include "simulation/memory_ground.hpp"
#include "simulation/worker.hpp"
#include "stages/coding/chain_walk.hpp"

namespace pawl::simulation {
namespace {

constexpr Milliseconds kLook{5'000};

// As fleet/child_runs.cpp has them of processes and folders.
class MemoryChildren final : public stages::ChildRuns {
 public:
  MemoryChildren(World& world, Process& self, SimRun& boss)
      : world_(world), self_(self), boss_(boss) {}

  Result<RunId> reserve(const stages::ChildOrder& /*order*/) override {
    world_.port();
    const SimRun& child = make_job(world_, boss_.id.text());
    world_.port();
    return child.id;
  }

  Status begin(const RunId& child) override { return start(child, 0); }
  Status go_on(const RunId& child, int attempt, const config::Limits& /*most*/) override {
    return start(child, attempt);
  }

  Result<chain::Sight> look(const RunId& child) override {
    world_.port();
    const SimRun& one = of(child);
    if (one.removed) return chain::Sight{.standing = chain::Standing::absent};
    if (one.events.empty()) return chain::Sight{.standing = chain::Standing::reserved};
    const run::RunState state = run::fold(one.events);
    const bool works = state.finished() && state.boot == world_.boot && world_.is_alive(state.pid);
    return fleet::sight_of(state, works ? run::RunStatus::running : status_of(world_, state));
  }

  Status wait(const RunId& child) override {
    while (true) {
      world_.port();
      const run::RunState& state = of(child).state;
      if (of(child).removed || state.boot != world_.boot || !world_.is_alive(state.pid))
        return Done{};
      if (self_.cancel.requested()) return fail(Errc::cancelled, "interrupted");
      world_.end_if_stalled(state.pid);
      world_.sleep(kLook);
    }
  }

  Status stop(const RunId& child) override {
    of(child).ended_by_chain = of(child).state.attempt;
    return stop_now(world_, of(child));
  }

  Result<stages::ChildLanding> land(const RunId& child) override {
    const run::RunState before = of(child).state;
    return fleet::heard_of_landing(before, land_now(world_, self_, of(child)));
  }

  Result<std::optional<stages::ChildLanding>> prove(const RunId& child) override {
    using Found = std::optional<stages::ChildLanding>;
    TRY_ASSIGN(const auto fact, with_lock(child));
    if (!fact) return Found();
    static_cast<void>(land_now(world_, self_, of(child)).ok());
    return Found(fleet::landing_at(fact->target, fact->commit, fact->way));
  }

 private:
  SimRun& of(const RunId& child) { return world_.run(child.text()); }

  // Until its process says that it began, or is gone.
  Status start(const RunId& child, int attempt) {
    SimRun& one = of(child);
    const int pid = start_work(world_, one, {}, attempt).pid;
    world_.port();
    while (one.worker != pid && world_.is_alive(pid)) world_.sleep(kLook);
    if (one.worker == pid) return Done{};
    return fail(Errc::conflict, "the process of " + child.text() + " did not begin");
  }

  // conflict where somebody else has the lock. What nobody can tell is not proven.
  Result<std::optional<landing::LandedFact>> with_lock(const RunId& child) {
    using Fact = std::optional<landing::LandedFact>;
    SimShelf shelf(world_, Milliseconds(0));
    const auto held = runner::hold_ended(shelf, child);
    if (!held && held.error().code == Errc::conflict) return held.error();
    if (!held) return Fact();
    const auto ground = memory_ground(world_, child.text());
    auto fact = landing::is_landed(*ground, *held->state, kMain);
    return fact ? std::move(fact) : Result<Fact>(Fact());
  }

  World& world_;
  Process& self_;
  SimRun& boss_;
};

// Its agent wants so many steps.
class MemoryDesk final : public stages::ChainDesk {
 public:
  MemoryDesk(World& world, SimRun& boss, SimJournal& journal)
      : world_(world), boss_(boss), journal_(journal) {}

  Result<stages::HandoffAnswer> ask(const Question& question) override {
    world_.port();
    if (world_.refused()) return fail(Errc::upstream, "no answer of the agent");
    TRY(journal_.append(llm::to_event(a_call())));
    const bool more = question.step <= boss_.chain_steps;
    stages::HandoffAnswer answer;
    answer.handoff.exit_state = more ? stages::ExitState::next_plan : stages::ExitState::chain_done;
    answer.handoff.child_plan = "# Step " + std::to_string(question.step);
    answer.handoff.reason = more ? "" : "nothing is left";
    answer.rolling = "what is left after step " + std::to_string(question.step);
    return answer;
  }

  Result<std::optional<std::string>> read(std::string_view name) override {
    world_.port();
    const auto found = boss_.artifacts.find(std::string(name));
    if (found == boss_.artifacts.end()) return std::optional<std::string>();
    return std::optional(found->second);
  }
  Result<std::string> write(std::string_view name, const std::string& text) override {
    world_.port();
    if (world_.happens(What::full_disk, world_.faults.full_disk)) {
      return fail(Errc::io, "no space left on the device");
    }
    return boss_.artifacts[std::string(name)] = text;
  }
  std::string path(std::string_view name) const override { return std::string(name); }
  Status say(std::string /*text*/) override { return Done{}; }

 private:
  World& world_;
  SimRun& boss_;
  SimJournal& journal_;
};

}  // namespace

SimRun& make_chain(World& world) {
  constexpr int kStepsMost = 3;
  constexpr int kCallsMost = 12;
  Dice dice(world.seed * 1'000 + 999);
  SimRun& boss = world.make_run(RunId::make("boss", "000000"), {.name = "boss", .summary = {}});
  boss.chain_steps = 1 + dice.below(kStepsMost);
  if (dice.one_in(2)) boss.chain_most = kCallMicros * (1 + dice.below(kCallsMost));
  return boss;
}

void work_on_chain(World& world, Process& self, SimRun& boss, SimJournal& journal) {
  MemoryChildren children(world, self, boss);
  MemoryDesk desk(world, boss, journal);
  const std::vector<JournalEvent> before = boss.events;
  const stages::ChainTask task{.run = boss.id.text(),
                               .definition = {.most = {.cost_micros = boss.chain_most}},
                               .events = journal,
                               .journal = journal,
                               .clock = *world.clock,
                               .cancel = self.cancel,
                               .children = children,
                               .desk = desk};
  const Result<pipeline::Outcome> end = stages::walk_chain(task, before);
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
      const SimRun& child = world.run(it.child);
      if (!child.events.empty() && !child.removed) children[it.step].insert(it.child);
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
    if (run->parent != boss.id.text() || run->events.empty() || run->removed) continue;
    bool known = false;
    for (const auto& [step, names] : children) known = known || names.contains(id);
    if (!known) world.wrong(id + " is a child that its chain does not know");
  }
}

}  // namespace pawl::simulation
