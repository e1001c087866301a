// The state that the journal of a run leads to.
#pragma once

#include <functional>
#include <string>

#include "run/run_state.hpp"
#include "store/event_log.hpp"

namespace pawl::run {

// Begins at the snapshot where there is one. Data that no state depends on is checked but not
// kept. The errors are those of store::read_journal.
// `after_each` (may be empty) sees each event, and the state right after it; `end` (may be
// null) gets the place after the last one; with either the whole journal is read.
using AfterEach = std::function<void(const RunState& state, const JournalEvent& event)>;
Result<RunState> replay(const std::string& run_folder, const AfterEach& after_each = {},
                        store::Position* end = nullptr);

}  // namespace pawl::run
