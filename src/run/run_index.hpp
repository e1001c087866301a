// Finding runs: on disk (the truth) and in the index.
#pragma once

#include <string>
#include <vector>

#include "base/ids.hpp"
#include "os/files/files.hpp"
#include "run/observation.hpp"
#include "run/run_table.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::run {

// The folders of all runs, sorted by id; those that never began have no journal.
Result<std::vector<RunId>> run_folders(os::Files& files, const store::Layout& layout);
Result<bool> has_journal(os::Files& files, const store::Layout& layout, const RunId& run);
// All runs that have a journal, sorted by id.
Result<std::vector<RunId>> list_runs(os::Files& files, const store::Layout& layout);
// The run with that id or that unambiguous prefix. not_found when there is none or several: the
// message lists near or matching ids.
Result<RunId> find_run(os::Files& files, const store::Layout& layout,
                       const std::string& id_or_prefix);
Result<RunState> load_run(const store::Layout& layout, const RunId& run);
// The same, and what the run observed.
Result<RunState> load_run(const store::Layout& layout, const RunId& run,
                          std::vector<Observation>& observations);
// What the journals of all runs say.
struct ReadRuns {
  std::vector<RunState> states;
  std::vector<Observation> observations;
  std::vector<std::string> broken;  // runs whose journal is damaged, left out
};
Result<ReadRuns> read_runs(os::Files& files, const store::Layout& layout);
// state.json and the row of the index follow the state. Neither waits for the disk, until the run
// has ended: whoever goes on with it writes them anew.
Status write_views(os::Files& files, const store::Layout& layout, store::Database& database,
                   const RunId& run, const RunState& state);

}  // namespace pawl::run
