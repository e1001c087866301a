#include "simulation/world.hpp"

#include <algorithm>
#include <cstdlib>

#include "run/events.hpp"
#include "run/work_events.hpp"
#include "runner/select.hpp"

namespace pawl::simulation {
namespace {

// Of a call: some take a while.
constexpr int kCallMost = 40;
// A schedule comes to its end before.
constexpr int kCallsMax = 200'000;

class SimClock final : public os::Clock {
 public:
  explicit SimClock(World& world) : world_(world) {}
  Timestamp now() const override { return world_.now; }
  Milliseconds monotonic() const override { return world_.now.time_since_epoch(); }
  bool sleep(Milliseconds duration, const os::Cancel* cancel) override {
    world_.sleep(duration);
    return cancel == nullptr || !cancel->requested();
  }

 private:
  World& world_;
};

}  // namespace

World::World(std::uint64_t seed_of_all, Faults faults_of_all)
    : dice(seed_of_all),
      seed(seed_of_all),
      faults(faults_of_all),
      clock(std::make_unique<SimClock>(*this)),
      files(std::make_unique<os::MemoryFiles>(*clock)),
      crew_([this] { return choose(); }) {
  root = git.commit(git.keep({{"README.md", "a project"}, {"shared", "0"}}), {}, "Begin", now);
  git.refs[kMainRef] = root;
}

void World::keep_story(const std::string& line) {
  story.push_back(std::to_string(now.time_since_epoch().count() % 100'000'000) + " [" +
                  std::to_string(crew_.current()) + "] " + line);
}

void World::wrong(const std::string& what) {
  tell("WRONG: " + what);
  wrongs.push_back(what);
}

// ---- processes

Process& World::start(const std::string& run, std::function<void(Process&)> body) {
  processes_.push_back(std::make_unique<Process>());
  Process& process = *processes_.back();
  process.pid = static_cast<int>(processes_.size());
  process.run = run;
  process.task = crew_.add([&process, body = std::move(body)] { body(process); });
  return process;
}

bool World::is_alive(int pid) const {
  if (pid < 1 || pid > static_cast<int>(processes_.size())) return false;
  return !crew_.is_over(processes_[static_cast<std::size_t>(pid) - 1]->task);
}

bool World::was_killed(int pid) const {
  return crew_.was_killed(processes_[static_cast<std::size_t>(pid) - 1]->task);
}

Process& World::me() {
  for (const std::unique_ptr<Process>& one : processes_) {
    if (one->task == crew_.current()) return *one;
  }
  std::abort();  // only processes ask
}

void World::kill(int pid) {
  if (!is_alive(pid)) return;
  tell("process " + std::to_string(pid) + " is killed");
  ++kills;
  crew_.kill(processes_[static_cast<std::size_t>(pid) - 1]->task);
}

void World::lose_power() {
  power_is_going = false;
  tell("the power is lost");
  ++powers;
  for (std::size_t i = 0; i < processes_.size(); ++i) kill(static_cast<int>(i) + 1);
  boot = "boot-" + std::to_string(++boots_);
  for (auto& [id, one] : runs) {
    std::vector<JournalEvent>& events = one->events;
    std::size_t kept = events.size();
    const auto is_durable = [](const JournalEvent& event) {
      return event.name != run::kStageBegin.name && event.name != run::kRunPhase.name &&
             event.name != run::kRunHeartbeat.name && event.name != run::kSubtaskBegin.name;
    };
    while (kept > 0 && !is_durable(events[kept - 1]) && dice.one_in(2)) --kept;
    if (kept == events.size()) continue;
    events.resize(kept);
    one->state = run::fold(events);
  }
}

void World::port() {
  if (crew_.current() == Crew::kNobody || crew_.is_dying()) return;
  now += Milliseconds(dice.below(kCallMost));
  Process& self = me();
  const bool end = ++calls > kCallsMax || (self.orphan && dice.one_in(3));
  if (!self.person && (end || goes_wrong(faults.kill))) kill(self.pid);
  if (dice.one_in(faults.stay) || self.stalled) crew_.pause();
}

void World::sleep(Milliseconds duration) {
  if (crew_.current() == Crew::kNobody || crew_.is_dying()) {
    now += duration;
    return;
  }
  me().wake = now + duration;
  crew_.pause();
}

void World::settle() {
  crew_.run();
  if (calls > kCallsMax) wrong("it comes to no end");
}

int World::choose() {
  if (power_is_going) return Crew::kNobody;
  std::vector<int> ready;
  std::optional<Timestamp> next;
  for (const std::unique_ptr<Process>& one : processes_) {
    if (crew_.is_over(one->task) || one->stalled) continue;
    if (one->wake <= now) ready.push_back(one->task);
    next = std::min(next.value_or(one->wake), one->wake);
  }
  if (!ready.empty()) {
    return ready[static_cast<std::size_t>(dice.below(static_cast<int>(ready.size())))];
  }
  if (!next) return Crew::kNobody;
  go_to(*next);
  return choose();
}

// Processes that work show it meanwhile.
void World::go_to(Timestamp at) {
  while (now < at) {
    now = std::min(at, now + run::kHeartbeatEvery);
    for (const std::unique_ptr<Process>& one : processes_) {
      if (one->stalled || one->run.empty() || crew_.is_over(one->task)) continue;
      SimRun& of = run(one->run);
      if (of.worker != one->pid || of.state.finished()) continue;
      if (now - of.state.last_at < run::kHeartbeatEvery) continue;
      of.events.push_back({.seq = of.events.size() + 1,
                           .at = now,
                           .name = std::string(run::kRunHeartbeat.name),
                           .data = to_event(run::RunHeartbeat{one->pid}).data});
      run::apply(of.state, of.events.back());
    }
  }
}

// ---- journals

SimRun& World::make_run(RunId id, pipeline::Definition definition) {
  auto made = std::make_unique<SimRun>(SimRun{.id = id, .definition = std::move(definition)});
  return *runs.emplace(id.text(), std::move(made)).first->second;
}

// What must hold at the moment in which something is written.
void World::check_append(const SimRun& one, const Event& event) {
  const JournalEvent said{
      .at = now, .name = std::string(event.kind.get().name), .data = event.data};
  const std::string id = one.id.text();
  const int self = crew_.current() == Crew::kNobody ? 0 : me().pid;
  const bool worked_on =
      one.worker != 0 && one.worker != self && is_alive(one.worker) && !one.state.finished();
  if (worked_on) {
    wrong(id + ": process " + std::to_string(self) + " writes " + said.name + " while process " +
          std::to_string(one.worker) + " works on it");
  }
  if (said.is(run::kRunResumed) && !runner::can_resume(one.state)) {
    wrong(id + " is gone on with, and had come to its end");
  }
  if (!said.is(run::kRunLanded)) return;
  const run::RunLanded landed = run::run_landed_of(said);
  if (!git.has(git.at("refs/heads/" + landed.target), landed.commit)) {
    wrong(id + " is said to have landed as " + landed.commit + ", which " + landed.target +
          " does not hold");
  }
}

Status World::append(SimRun& one, const Event& event) {
  port();
  if (goes_wrong(faults.full_disk)) {
    return fail(Errc::io, "no space left on the device for the journal of " + one.id.text());
  }
  check_append(one, event);
  one.events.push_back({.seq = one.events.size() + 1,
                        .at = now,
                        .name = std::string(event.kind.get().name),
                        .data = event.data,
                        .node = event.node,
                        .version = event.kind.get().version});
  run::apply(one.state, one.events.back());
  const bool begins = event.kind.get() == run::kRunBegin || event.kind.get() == run::kRunResumed;
  if (begins && crew_.current() != Crew::kNobody) one.worker = me().pid;
  if (telling) {
    tell(one.id.text(), " ", std::string(event.kind.get().name), " ", event.data.dump());
  }
  port();
  return Done{};
}

// ---- the shelf

Result<store::ProcessLock> SimShelf::lock(const RunId& run) {
  world_.port();
  const store::LockHolder self{
      .pid = world_.me().pid, .started = 1, .boot = world_.boot, .run = run.text()};
  const Timestamp until = world_.now + patience_;
  while (true) {
    auto lock = store::ProcessLock::acquire(*world_.files, world_.layout.run_lock(run), self,
                                            "run " + run.text());
    if (lock || world_.now >= until || world_.me().cancel.requested()) return lock;
    world_.sleep(patience_ / 4);
  }
}

Result<bool> SimShelf::has_begun(const RunId& run) {
  world_.port();
  const auto found = world_.runs.find(run.text());
  return found != world_.runs.end() && !found->second->events.empty();
}

Result<run::RunState> SimShelf::load(const RunId& run) {
  world_.port();
  const auto found = world_.runs.find(run.text());
  if (found == world_.runs.end() || found->second->events.empty()) {
    return fail(Errc::not_found, "there is no run " + run.text());
  }
  return run::fold(found->second->events);
}

bool SimShelf::is_at_work(const run::RunState& state) {
  return !state.finished() && state.pid != world_.me().pid && state.boot == world_.boot &&
         world_.is_alive(state.pid);
}

}  // namespace pawl::simulation
