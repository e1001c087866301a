// All runs of this machine, as of now: those that ended from the index, all others from their
// journals and the processes that work on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "run/run_table.hpp"
#include "store/layout.hpp"

namespace pawl::fleet {

struct RunLine {
  run::RunRow row;
  run::RunStatus status = run::RunStatus::running;  // now: crashed and stalled are derived
  int depth = 0;  // below the run that made it, where that is shown, too
};

// A process works on it, or it waits for one.
bool is_live(run::RunStatus status);
// Its end is good, its work is somewhere, and nobody said yet what became of it. Never a branch of
// a parallel group: what is to be made of its files its run has decided.
bool is_landable(const RunLine& line);

// The status now: a run whose process (pid, start time, boot) is gone is crashed, a silent one
// stalled.
run::RunStatus status_now(const os::Ports& ports, const run::RunState& state);
RunLine line_of(const os::Ports& ports, const run::RunState& state);

struct Table {
  std::vector<RunLine> runs;        // newest first
  std::vector<std::string> broken;  // `ID: why` of runs that cannot be read
};
// The index only saves work: without one all is read from journals.
Result<Table> read_table(os::Ports& ports, const store::Layout& layout);

// What a person wants to see of it.
struct Wanted {
  std::vector<std::string> repositories;  // target locations and keys; empty: of all
  bool running = false;
  bool dead = false;  // ended, however, and crashed
  bool stalled = false;
  bool closed = false;                 // also those a person closed
  std::optional<Milliseconds> since;   // begun within
  std::optional<Milliseconds> recent;  // ended within; closed ones, too
  std::string pipeline = {};
  std::string parent = {};
  bool branches = false;  // of parallel groups, too, which belong to their parents
};
// Live ones first, then by age, newest first; what a run made stands below it, oldest first, where
// the first of them would stand.
std::vector<RunLine> select_runs(std::vector<RunLine> runs, const Wanted& wanted, Timestamp now);

// `30s`, `5m`, `2h`, `1d`.
Result<Milliseconds> parse_age(const std::string& text, std::string_view flag);
// `12s`, `5m`, `2h`, `3d`: whole units, rounded down.
std::string age_text(Milliseconds age);

}  // namespace pawl::fleet
