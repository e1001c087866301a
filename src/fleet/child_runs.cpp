#include "fleet/child_runs.hpp"

#include "fleet/child_said.hpp"
#include "fleet/launch.hpp"
#include "fleet/stop.hpp"
#include "fleet/table.hpp"
#include "fleet/wait.hpp"
#include "landing/land.hpp"
#include "landing/landed.hpp"
#include "landing/run_in_hand.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"
#include "runner/hold.hpp"
#include "runner/live.hpp"
#include "runner/request.hpp"
#include "runner/target.hpp"
#include "stages/artifacts.hpp"
#include "stages/stage.hpp"

namespace pawl::fleet {
namespace {

using chain::Sight;
using chain::Standing;
using stages::ChildLanding;

// A landing, or who looks at it, may hold the lock of a child for a moment.
constexpr Milliseconds kChildLockPatience{1'000};

// What a process tidies up after the end of its run is its work, too.
bool has_process(const run::RunState& state) {
  if (state.boot != os::boot_id()) return false;
  const auto process = os::ProcessHandle::open({.pid = state.pid, .started = state.started});
  return process && !process->ended(Milliseconds(0));
}

class FleetChildren final : public stages::ChildRuns {
 public:
  explicit FleetChildren(const runner::ChainSeat& seat) : seat_(seat), ports_(quiet(seat.ports)) {}

  Result<RunId> reserve(const stages::ChildOrder& order) override {
    const stages::Request& boss = seat_.request;
    TRY_ASSIGN(const run::RunState state, run::load_run(ports_.layout, seat_.id));
    runner::RunOptions wanted;
    wanted.target = state.target;
    wanted.base = boss.land_on.empty() ? state.base : boss.land_on;
    TRY_ASSIGN(wanted.definition, child_pipeline());
    wanted.pipeline = wanted.definition->name;
    wanted.client = boss.client;
    wanted.plan = order.plan;
    const std::string& aim = boss.plan.empty() ? boss.instructions : boss.plan;
    wanted.spec = boss.spec.empty() ? aim : boss.spec + "\n\n" + aim;
    wanted.commands = boss.commands;
    wanted.test_attempts_max = boss.test_attempts_max;
    wanted.parent = seat_.id.text();
    wanted.description = order.description;
    wanted.budget = order.left;
    wanted.yes = true;
    return runner::reserve(ports_, wanted);
  }

  Status begin(const RunId& child) override {
    const auto begun = fleet::begin(ports_, child, flags());
    return begun ? Status(Done{}) : Status(begun.error());
  }

  Status go_on(const RunId& child, int attempt, const config::Limits& most) override {
    TRY(allow(child, attempt, most));
    const auto begun = fleet::resume(ports_, child, "", flags(), attempt);
    return begun ? Status(Done{}) : Status(begun.error());
  }

  Result<Sight> look(const RunId& child) override {
    os::Ports& world = ports_.ports;
    TRY_ASSIGN(const auto folder, world.files.stat(ports_.layout.run(child)));
    if (!folder) return Sight{.standing = Standing::absent};
    TRY_ASSIGN(const bool begun, run::has_journal(world.files, ports_.layout, child));
    if (!begun) return Sight{.standing = Standing::reserved};
    const Result<run::RunState> state = run::load_run(ports_.layout, child);
    if (!state) {
      return Sight{.standing = Standing::unknown, .attempt = 1, .reason = state.error().to_line()};
    }
    const bool works = state->finished() && has_process(*state);
    return sight_of(*state, works ? run::RunStatus::running : status_now(world, *state));
  }

  Status wait(const RunId& child) override {
    const auto waited = wait_for(ports_.ports, ports_.layout, child, std::nullopt);
    return waited ? Status(Done{}) : Status(waited.error());
  }

  Status stop(const RunId& child) override {
    const FleetPorts ports{.world = ports_.ports,
                           .layout = ports_.layout,
                           .redactor = ports_.config.redactor,
                           .database = seat_.database};
    const auto stopped = fleet::stop(ports, child);
    return stopped ? Status(Done{}) : Status(stopped.error());
  }

  Result<ChildLanding> land(const RunId& child) override {
    TRY_ASSIGN(const run::RunState state, run::load_run(ports_.layout, child));
    return heard_of_landing(state, landing::land(landing_ports(), child, {}));
  }

  Result<std::optional<ChildLanding>> prove(const RunId& child) override {
    using Found = std::optional<ChildLanding>;
    const landing::Ports ports = landing_ports();
    TRY_ASSIGN(const auto fact, with_lock(ports, child));
    if (!fact) return Found();
    // The run's own journal has it, too.
    const auto noted = landing::land(ports, child, {});
    static_cast<void>(noted);  // its journal can have it later: the proof stands without
    return Found(landing_at(fact->target, fact->commit, fact->way));
  }

 private:
  // A boss in the foreground has its flags in its configuration, and not in its environment.
  FlagSettings flags() const { return config::set_by_flags(ports_.config); }

  // What it may use is in its request, which is read under its lock.
  Status allow(const RunId& child, int attempt, const config::Limits& most) {
    runner::DiskShelf shelf(ports_.ports, ports_.layout, kChildLockPatience);
    TRY_ASSIGN(const runner::Held held, runner::hold_ended(shelf, child));
    if (held.state->attempt != attempt) {
      return fail(Errc::conflict, "run " + child.text() + " was gone on with by somebody else");
    }
    stages::Artifacts artifacts(ports_.ports.files, ports_.config.redactor,
                                ports_.layout.artifacts(child));
    TRY_ASSIGN(const Json saved, artifacts.read_json(runner::kRequest));
    TRY_ASSIGN(stages::Request request, runner::request_from_json(saved));
    request.budget = most;
    return artifacts.write_json(runner::kRequest, runner::to_json(request));
  }

  // What makes children is quiet: the run of the chain is what a person watches.
  static runner::RunPorts quiet(const runner::RunPorts& ports) {
    return {.ports = ports.ports,
            .config = ports.config,
            .layout = ports.layout,
            .listener = {},
            .confirm = {}};
  }

  Result<pipeline::Definition> child_pipeline() {
    const std::string path =
        os::join_path(ports_.layout.artifacts(seat_.id), runner::kChildPipeline);
    TRY_ASSIGN(const std::string text, ports_.ports.files.read(path));
    return pipeline::parse(text, stages::kinds()).during("reading " + path);
  }

  landing::Ports landing_ports() const {
    return {.world = ports_.ports,
            .git = seat_.git,
            .database = seat_.database,
            .layout = ports_.layout,
            .config = ports_.config.config,
            .redactor = ports_.config.redactor};
  }

  // conflict where somebody else has the lock. What nobody can tell is not proven.
  static Result<std::optional<landing::LandedFact>> with_lock(const landing::Ports& ports,
                                                              const RunId& child) {
    using Fact = std::optional<landing::LandedFact>;
    const auto hand = landing::take_run(ports, child);
    if (!hand && hand.error().code == Errc::conflict) return hand.error();
    if (!hand) return Fact();
    auto fact = landing::is_landed(ports, hand->state());
    const bool stopped = !fact && fact.error().code == Errc::cancelled;
    return fact || stopped ? std::move(fact) : Result<Fact>(Fact());
  }

  runner::ChainSeat seat_;
  runner::RunPorts ports_;
};

}  // namespace

std::unique_ptr<stages::ChildRuns> open_child_runs(const runner::ChainSeat& seat) {
  return std::make_unique<FleetChildren>(seat);
}

}  // namespace pawl::fleet
