// The parts of runner/clean.hpp: each finds one kind of left-over and deals with it.
#pragma once

#include <set>

#include "base/ids.hpp"
#include "runner/clean.hpp"
#include "store/lock.hpp"

namespace pawl::runner {

// What is under way on this state folder.
struct Alive {
  bool any = false;            // some lock is held, by another process
  std::set<std::string> runs;  // that those who hold one named
};
Alive who_is_alive(const CleanPorts& ports);
// The lock of a repository, by its key; nothing when another process holds it. Null when it is this
// process that does.
Result<std::optional<std::unique_ptr<os::FileLock>>> free_lock(const CleanPorts& ports,
                                                               const std::string& key);

// The same for the lock of a run. Null when the run has no folder.
Result<std::optional<std::unique_ptr<os::FileLock>>> free_run_lock(const CleanPorts& ports,
                                                                   const RunId& id);

using Found = std::vector<LeftOver>;
// Removes the left-over, or only names it in a dry run.
Status take_away(const CleanPorts& ports, LeftOver item, Found& found);

Status clean_temporaries(const CleanPorts& ports, Found& found);
Status clean_homes(const CleanPorts& ports, Found& found);
Status clean_scratch(const CleanPorts& ports, const Alive& alive, Found& found);
Status clean_runs(const CleanPorts& ports, const Alive& alive, Found& found);
Status clean_worktrees(const CleanPorts& ports, const Alive& alive, Found& found);
// After the worktrees: with one go the workplaces of its run.
Status clean_workplaces(const CleanPorts& ports, const Alive& alive, Found& found);
// A branch of a run that somebody may go on with: what it made is needed then.
bool is_awaited(const CleanPorts& ports, const RunId& id);

}  // namespace pawl::runner
