#include "runner/select.hpp"

#include <algorithm>

#include "base/ids.hpp"
#include "base/text.hpp"
#include "os/process.hpp"
#include "runner/discard.hpp"
#include "store/run_index.hpp"

namespace pawl::runner {
Result<std::vector<store::RunState>> runs_of(os::Files& files, const store::Layout& layout,
                                             const std::string& location) {
  std::vector<store::RunState> found;
  TRY_ASSIGN(const std::vector<RunId> ids, store::list_runs(files, layout));
  for (const RunId& id : ids) {
    Result<store::RunState> state = store::load_run(layout, id);
    if (state && state->target == location) found.push_back(*std::move(state));
  }
  std::sort(found.begin(), found.end(), [](const store::RunState& a, const store::RunState& b) {
    return a.begun_at != b.begun_at ? a.begun_at > b.begun_at : a.run < b.run;
  });
  return found;
}

bool can_resume(const store::RunState& state) {
  if (state.bail_class == kAbandoned) return false;
  switch (state.status) {
    case store::RunStatus::succeeded:
    case store::RunStatus::nothing_to_do:
    case store::RunStatus::partial: return false;
    default: return true;
  }
}

bool is_at_work(const store::RunState& state) {
  const bool named = state.pid > 0 && state.started != 0 && state.pid != os::own_pid();
  return named && !state.finished() && state.boot == os::boot_id() &&
         os::process_start_time(state.pid) == state.started;
}

}  // namespace pawl::runner
