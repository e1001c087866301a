// The state of a run: a fold over its journal. `state.json` and the index are views of this.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/event.hpp"
#include "base/json.hpp"
#include "run/proven_test.hpp"

namespace pawl::run {

enum class RunStatus : std::uint8_t {
  queued,
  running,
  waiting,
  succeeded,
  nothing_to_do,
  partial,
  failed,
  bailed,
  stopped,
  // Derived from liveness, never stored:
  stalled,
  crashed,
};
std::string_view to_string(RunStatus status);

enum class SubtaskStatus : std::uint8_t {
  pending,
  in_progress,
  committed,
  skipped,
  failed,
  reproduced,  // it wrote a test that fails, which is committed with a fix alone
};
std::string_view to_string(SubtaskStatus status);

struct SubtaskState {
  SubtaskStatus status = SubtaskStatus::pending;
  std::string commit;
  std::string message;
  std::string reason;  // why it failed or was skipped
  std::vector<std::string> paths;
  std::vector<std::string> tests_fixed;  // that failed before its commit and pass after it
  std::vector<ProvenTest> tests_added;   // where new tests were tried
  std::vector<std::string> tests_shown;  // of reproduced: that fail without a fix
  std::string model;
  int attempts = 0;                        // of the current or last turn at it
  int turns = 0;                           // that came to an end; a resume may open another
  std::vector<std::string> hints;          // the paths it may touch
  std::vector<std::string> failure_modes;  // of failed
  std::vector<std::string> rules;          // of failed: what the guards refused
  bool operator==(const SubtaskState&) const = default;
};

// What calls to models came to.
struct Cost {
  std::int64_t calls = 0;
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t model_ms = 0;
  std::int64_t micros = 0;    // millionths of a US dollar, of the calls whose price is known
  std::int64_t unpriced = 0;  // answers whose price is not
  bool operator==(const Cost&) const = default;
};

struct EffectState {
  std::string kind;
  Json intent;               // data of the intent
  std::optional<Json> done;  // data of the confirmation
  bool unknown = false;
  bool operator==(const EffectState&) const = default;
};

struct PullRequestRef {
  std::int64_t number = 0;
  std::string url;
  std::string branch;
  std::string head;
  bool operator==(const PullRequestRef&) const = default;
};

// Where the work of a run is, besides its own branch, and what showed it.
struct LandedRef {
  std::string target;  // branch
  std::string commit;
  std::string way;
  std::string head;  // of the work
  bool operator==(const LandedRef&) const = default;
};

// What the events of a run add up to. run/snapshot.cpp writes and reads every field of it.
struct RunState {
  std::string run;
  std::string target;      // as the user named it, resolved
  std::string repository;  // git::Target::key; empty in older journals
  std::string base;        // base branch
  std::string base_commit;
  std::string branch;
  std::string forge;
  std::string model;
  std::string pipeline = "improve";  // its name; absent in older journals
  std::string client;                // the coding agent; empty: none was named
  std::string parent;                // the run that launched it
  std::string description;           // for people
  std::string branch_path;           // of a branch of a parallel group: its node in `parent`
  int attempt = 1;                   // one more with each process that goes on with it
  bool closed = false;               // a person wants to see it no more
  std::string decision;              // of a person about this attempt: ack, skip; empty: none
  std::string worktree;
  RunStatus status = RunStatus::running;  // as stored; see derive_status
  std::string phase = "IDLE";
  std::string operation;
  int exit = -1;       // -1 until the run ended
  std::string reason;  // of the end
  std::string bail_class;
  std::map<std::string, std::string> stages;  // stage → outcome, for those that ended
  std::string stage;                          // the one that runs
  std::string last_stage;                     // the newest that was begun
  std::map<std::string, SubtaskState> subtasks;
  std::map<std::string, EffectState> effects;
  std::optional<PullRequestRef> pr;
  std::optional<LandedRef> landed;  // a fact beside how it ended
  std::optional<double> score_before;
  std::optional<double> score_after;
  Cost cost;
  bool gateway_failed = false;  // of the memory: it is not asked again in this run
  std::map<std::pair<std::string, std::string>, Cost> costs;  // by role and model
  std::map<std::string, Cost> stage_costs;                    // by the stage that asked
  std::int64_t active_ms = 0;  // while a process worked on it; the time between processes is not
  std::string sandbox_level;
  int pid = 0;
  std::uint64_t started = 0;  // start time of the process, kernel ticks
  std::string boot;
  Timestamp begun_at;
  Timestamp last_at;  // of the newest event
  std::uint64_t last_seq = 0;
  bool finished() const { return exit >= 0; }
  bool operator==(const RunState&) const = default;
};

// Who knows how far a run came. Safe to ask from any thread.
class StateSource {
 public:
  virtual ~StateSource() = default;
  virtual RunState state() const = 0;
};

// Unknown kinds and newer versions of kinds only move the time and number of the newest event;
// missing fields keep their defaults. Pure.
RunState fold(std::span<const JournalEvent> events);
void apply(RunState& state, const JournalEvent& event);
// Whether events of that kind change more of a state than last_at and last_seq.
bool changes_state(std::string_view kind);

struct Liveness {
  bool process_alive = false;  // same pid, start time and boot id
  Timestamp now;
};
// A running run whose process is gone, or whose last event is older than 90 s while another boot
// or no process holds it, is crashed; one that lives but is silent for 90 s is stalled.
RunStatus derive_status(const RunState& state, const Liveness& liveness);
inline constexpr Milliseconds kHeartbeatEvery{30'000};
inline constexpr Milliseconds kOrphanAfter{90'000};

Json to_json(const RunState& state);  // of state.json, `status --json`, versioned
// The `cost` of state.json and `run --json`: calls, tokens, time, dollars (null when no answer had
// a price that is known), and the same by role and model, and by stage.
Json cost_json(const RunState& state);

}  // namespace pawl::run
