#include "simulation/world.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text/text.hpp"
#include "run/events.hpp"
#include "run/work_events.hpp"
#include "simulation/append_checks.hpp"

namespace pawl::simulation {
namespace {

constexpr Milliseconds kCall{20};
constexpr int kLateMost = 240;     // seconds
constexpr int kKillsOfActed = 12;  // one in so many
constexpr Milliseconds kIdleLimit{600'000};
// A schedule comes to its end before.
constexpr int kCallsMax = 200'000;

std::string tail_of(const JournalEvent& event) {
  return hash_hex(event.name + std::to_string(event.at.time_since_epoch().count()) +
                  event.data.dump());
}

bool is_begun(const SimRun& run) { return !run.events.empty() && !run.removed; }

// As a reader of the journal comes to it: from the snapshot on, where there is one of this journal.
run::RunState state_of(World& world, const SimRun& one) {
  const std::vector<JournalEvent>& events = one.events;
  run::RunState whole = run::fold(events);
  if (!one.snapshot || one.snapshot->at > events.size()) return whole;
  const std::size_t at = one.snapshot->at;
  if (tail_of(events[at - 1]) != one.snapshot->tail) return whole;
  std::optional<run::RunState> state = run::state_of_snapshot(one.snapshot->state);
  for (std::size_t i = at; state && i < events.size(); ++i) run::apply(*state, events[i]);
  if (state != whole) world.wrong("the snapshot of " + one.id.text() + " is of another journal");
  return whole;
}

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

World::World(std::uint64_t seed_of_all, Choices choices_of_all, Faults faults_of_all)
    : choices(std::move(choices_of_all)),
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

void World::acted() {
  if (crew_.current() != Crew::kNobody) me().acted = true;
}

void World::did(const std::string& deed, bool intended) {
  acted();
  if (++deeds[deed] > 1) wrong(deed + " happened " + std::to_string(deeds[deed]) + " times");
  if (!intended) wrong(deed + " happened, and no journal said before that it is to");
}

// ---- processes

Process& World::start(const std::string& run, std::function<void(Process&)> body) {
  processes_.push_back(std::make_unique<Process>());
  Process& process = *processes_.back();
  process.pid = static_cast<int>(processes_.size());
  process.run = run;
  crew_.add([&process, body = std::move(body)] { body(process); });
  return process;
}

bool World::is_alive(int pid) const {
  if (pid < 1 || pid > static_cast<int>(processes_.size())) return false;
  return !crew_.is_over(pid);
}

bool World::was_killed(int pid) const { return crew_.was_killed(pid); }

Process& World::me() {
  if (crew_.current() == Crew::kNobody) std::abort();  // only processes ask
  return process(crew_.current());
}

void World::kill(int pid) {
  if (!is_alive(pid)) return;
  tell("process " + std::to_string(pid) + " is killed");
  ++kills;
  crew_.kill(pid);
}

void World::end_if_stalled(int pid) {
  const std::optional<Timestamp> since = process(pid).stalled;
  if (since && now - *since >= kIdleLimit) kill(pid);
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
    while (kept > 0 && !is_durable(events[kept - 1]) && happens(What::unwritten, 2)) --kept;
    if (kept == events.size()) continue;
    events.resize(kept);
    one->state = run::fold(events);
  }
}

void World::port() {
  if (crew_.current() == Crew::kNobody || crew_.is_dying()) return;
  now += kCall;
  Process& self = me();
  if (!self.person) {
    const bool end = ++calls > kCallsMax || (self.orphan && happens(What::orphan_goes, 3));
    const int one_in = self.acted && faults.kill > 0 ? kKillsOfActed : faults.kill;
    self.acted = false;
    if (end || happens(What::kill, one_in)) kill(self.pid);
    if (happens(What::late, faults.late)) {
      sleep(Milliseconds(1'000 * (1 + amount(What::late_for, kLateMost))));
      return;
    }
  }
  if (self.stalled || happens(What::pause, faults.pause)) crew_.pause();
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
    if (crew_.is_over(one->pid) || one->stalled) continue;
    if (one->wake <= now) ready.push_back(one->pid);
    next = std::min(next.value_or(one->wake), one->wake);
  }
  if (ready.size() == 1) return ready.front();
  if (!ready.empty()) {
    const int count = static_cast<int>(ready.size());
    return ready[static_cast<std::size_t>(choices.one_of(0, What::next, count))];
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
      if (one->journal == nullptr || one->stalled || crew_.is_over(one->pid)) continue;
      SimRun& of = run(one->run);
      if (of.worker != one->pid || of.state.finished()) continue;
      if (now - of.state.last_at < run::kHeartbeatEvery) continue;
      push(of,
           {.name = std::string(run::kRunHeartbeat.name),
            .data = to_event(run::RunHeartbeat{one->pid}).data},
           one->journal);
    }
  }
}

// ---- journals

SimRun& World::make_run(RunId id, pipeline::Definition definition) {
  auto made = std::make_unique<SimRun>(SimRun{.id = id, .definition = std::move(definition)});
  return *runs.emplace(id.text(), std::move(made)).first->second;
}

void World::push(SimRun& one, JournalEvent event, SimJournal* by) {
  event.seq = one.events.size() + 1;
  event.at = now;
  one.events.push_back(std::move(event));
  run::apply(one.state, one.events.back());
  if (by == nullptr || !by->take(one.events.back())) return;
  one.snapshot = {.at = one.events.size(),
                  .tail = tail_of(one.events.back()),
                  .state = run::snapshot_json(by->now())};
}

Status World::append(SimRun& one, const Event& event, SimJournal* by) {
  port();
  if (happens(What::full_disk, faults.full_disk)) {
    return fail(Errc::io, "no space left on the device for the journal of " + one.id.text());
  }
  JournalEvent written{.at = now,
                       .name = std::string(event.kind.get().name),
                       .data = event.data,
                       .node = event.node,
                       .version = event.kind.get().version};
  const bool process = crew_.current() != Crew::kNobody;
  check_append(*this, one, written, process ? &me() : nullptr);
  push(one, std::move(written), by);
  const bool begins = event.kind.get() == run::kRunBegin || event.kind.get() == run::kRunResumed;
  if (begins && process) one.worker = me().pid;
  if (telling) {
    tell(one.id.text(), " ", std::string(event.kind.get().name), " ", event.data.dump());
  }
  port();
  return Done{};
}

SimJournal::~SimJournal() {
  if (works_ != nullptr) works_->journal = nullptr;
}

void SimJournal::beats_for(Process& process) {
  works_ = &process;
  process.journal = this;
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
  return found != world_.runs.end() && is_begun(*found->second);
}

Result<run::RunState> SimShelf::load(const RunId& run) {
  world_.port();
  const auto found = world_.runs.find(run.text());
  if (found == world_.runs.end() || !is_begun(*found->second)) {
    return fail(Errc::not_found, "there is no run " + run.text());
  }
  return state_of(world_, *found->second);
}

bool SimShelf::is_at_work(const run::RunState& state) {
  return !state.finished() && state.pid != world_.me().pid && state.boot == world_.boot &&
         world_.is_alive(state.pid);
}

}  // namespace pawl::simulation
