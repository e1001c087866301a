// A machine with its runs, a target and a forge, all in memory: processes that are killed at any
// call of theirs, answers that are lost after what was asked for was done, a disk that is full, a
// clock that goes on while nobody works. It keeps the books by which wrongs are found.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "forge/values.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/files/memory_files.hpp"
#include "pipeline/definition.hpp"
#include "run/followed_state.hpp"
#include "run/run_state.hpp"
#include "runner/hold.hpp"
#include "simulation/choices.hpp"
#include "simulation/crew.hpp"
#include "simulation/memory_git.hpp"
#include "store/layout.hpp"

namespace pawl::simulation {

using pipeline::Dice;

inline const std::string kMain = "main";
inline const std::string kMainRef = "refs/heads/main";

// How often things go wrong: one in so many calls; 0: never.
struct Faults {
  int kill = 0;       // of calls of a process
  int lost = 0;       // of answers of git, forge and others
  int refused = 0;    // of the same: nothing was done
  int claimed = 0;    // of the same: nothing was done, and the answer is that it was
  int full_disk = 0;  // of appends
  int stall = 0;      // of stages
  int late = 0;       // of calls: a process is held up, and the world goes on
  int pause = 3;      // of calls: another process may go on
};

class SimJournal;

struct Process {
  int pid = 0;      // and the number of its task
  std::string run;  // that it works on; empty: it does something else
  os::Cancel cancel;
  std::optional<Timestamp> stalled;  // since then it does nothing, and hears no TERM
  bool deaf = false;                 // it hears no TERM
  bool orphan = false;               // its parent is gone: it goes soon
  bool person = false;               // no process of the machine: nobody kills it
  bool acted = false;                // something happened outside by its last call
  std::optional<int> attempt;        // it was begun to go on after that attempt of its run
  SimJournal* journal = nullptr;     // of its run, while it works on it
  Timestamp wake;                    // not before
};

// What a writer kept of a journal at a place.
struct SimSnapshot {
  std::size_t at = 0;  // events before it
  std::string tail;    // of the last of them
  Json state;
};

struct SimRun {
  RunId id;
  pipeline::Definition definition;
  std::string parent = {};      // of a branch, or of a step of a chain
  std::string path = {};        // of a branch: of its node in the parent
  std::string stands_on = {};   // likewise: the commit it begins at
  int chain_steps = 0;          // of the run of a chain
  std::int64_t chain_most = 0;  // likewise: what all of it may cost; 0: no limit
  bool removed = false;         // by a person: its journal is gone, and here for who checks alone
  bool by_pull = false;
  bool fast_forward = false;

  std::vector<JournalEvent> events = {};
  run::RunState state = {};
  std::optional<SimSnapshot> snapshot = {};
  std::map<std::string, std::string> artifacts = {};
  int ended_by_chain = 0;  // the attempt that its chain ended, because it was to stop itself
  int worker = 0;          // the pid of the process that began the newest attempt

  std::string head = {};  // of its worktree; empty: there is none
  std::string base = {};  // the commit it began at

  bool is_branch() const { return !path.empty(); }
};

// What happened outside, once for each key.
using Deeds = std::map<std::string, int>;

class World {
 public:
  World(std::uint64_t seed, Choices choices, Faults faults);

  // ---- what a process calls before and after all it does outside itself; may throw Killed
  void port();
  // Whether it is so with this process, now: one in so many times; 0: never.
  bool happens(What what, int one_in) { return choices.happens(who(), what, one_in); }
  bool refused() { return happens(What::refused, faults.refused); }
  bool lost() { return happens(What::lost, faults.lost); }
  bool claimed() { return happens(What::claimed, faults.claimed); }
  // From 0 to below `end`; the middle where nothing else is written down.
  int amount(What what, int end) { return choices.one_of(who(), what, end, end / 2); }
  // One of so many; the first where nothing else is written down.
  int one_of(What what, int count) { return choices.one_of(who(), what, count); }

  // ---- processes
  Process& start(const std::string& run, std::function<void(Process&)> body);
  bool is_alive(int pid) const;
  bool was_killed(int pid) const;
  bool is_dying() const { return crew_.is_dying(); }
  Process& me();
  Process& process(int pid) { return *processes_[static_cast<std::size_t>(pid) - 1]; }
  void kill(int pid);
  // Ends one that has done nothing for long, as its own limits do.
  void end_if_stalled(int pid);
  // All processes end, and what was not on the disk is gone.
  void lose_power();
  // Until no process has anything to do, or the power is to be lost.
  void settle();
  bool power_is_going = false;
  void sleep(Milliseconds duration);
  void wrong(const std::string& what);  // the schedule is not what it has to be
  // Something happened outside that is to happen once, and not before the journal says that it is
  // to: whether it does is for the caller to know.
  void did(const std::string& deed, bool intended);
  // Something happened outside: who dies before its journal says so is most of what goes wrong.
  void acted();

  // ---- journals
  Status append(SimRun& run, const Event& event, SimJournal* by = nullptr);
  SimRun& run(const std::string& id) { return *runs.at(id); }
  SimRun& make_run(RunId id, pipeline::Definition definition);

  Choices choices;
  std::uint64_t seed;
  Faults faults;
  Timestamp now{Milliseconds(1'767'225'600'000)};
  std::string boot = "boot-1";
  std::map<std::string, std::unique_ptr<SimRun>> runs;
  MemoryGit git;
  std::vector<std::string> written;    // contents that agents committed
  std::vector<std::string> of_people;  // commits of people on the target
  std::vector<forge::Pull> pulls;
  // By process and head: what it heard last of the checks is that they are under way.
  std::set<std::pair<int, std::string>> heard_pending;
  Deeds deeds;
  std::vector<std::string> wrongs;
  std::vector<std::string> story;  // what happened, for who looks at a failure
  int kills = 0;
  int powers = 0;
  int calls = 0;
  std::unique_ptr<os::Clock> clock;
  std::unique_ptr<os::MemoryFiles> files;
  store::Layout layout{.config_folder = "/config", .state_folder = "/state"};
  std::string root;  // the first commit of the target

  // For who looks at a failure.
  bool telling = false;
  template <class... Parts>
  void tell(const Parts&... parts) {
    if (telling) keep_story((std::string() + ... + parts));
  }

 private:
  void keep_story(const std::string& line);
  int who() const { return crew_.current(); }
  int choose();
  void go_to(Timestamp at);
  void push(SimRun& run, JournalEvent event, SimJournal* by);

  std::vector<std::unique_ptr<Process>> processes_;  // by pid, from 1
  int boots_ = 1;
  Crew crew_;  // last: its processes use all of this
};

// The journal of one run, for a process that found it in that state.
class SimJournal final : public EventSink, public run::StateSource {
 public:
  SimJournal(World& world, SimRun& run, run::RunState state)
      : world_(world), run_(run), followed_(std::move(state), kSnapshotEvery) {}
  ~SimJournal() override;
  SimJournal(const SimJournal&) = delete;
  SimJournal& operator=(const SimJournal&) = delete;

  Status append(const Event& event) override { return world_.append(run_, event, this); }
  run::RunState state() const override { return followed_.now(); }
  // That process shows by it that it is at work.
  void beats_for(Process& process);
  bool take(const JournalEvent& written) { return followed_.take(written); }
  const run::RunState& now() const { return followed_.now(); }

 private:
  static constexpr std::uint64_t kSnapshotEvery = 12;

  World& world_;
  SimRun& run_;
  run::FollowedState followed_;
  Process* works_ = nullptr;
};

class SimShelf final : public runner::Shelf {
 public:
  SimShelf(World& world, Milliseconds patience) : world_(world), patience_(patience) {}
  Result<store::ProcessLock> lock(const RunId& run) override;
  Result<bool> has_begun(const RunId& run) override;
  Result<run::RunState> load(const RunId& run) override;
  bool is_at_work(const run::RunState& state) override;

 private:
  World& world_;
  Milliseconds patience_;
};

}  // namespace pawl::simulation
