// Which run a call of `pawl run` is about.
#pragma once

#include <string>
#include <vector>

#include "os/files/files.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

// Runs of that target that can be gone on with, newest first. The index says which runs need no
// look; a run whose journal cannot be read is left out.
Result<std::vector<run::RunState>> unfinished_runs(os::Files& files, const store::Layout& layout,
                                                   store::Database& database,
                                                   const std::string& location);

// Ended without success, or never ended: such a run can be gone on with.
bool can_resume(const run::RunState& state);

// Another process that lives has it under way, whoever holds the lock of the repository.
bool is_at_work(const run::RunState& state);

}  // namespace pawl::runner
