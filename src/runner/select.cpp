#include "runner/select.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/ids.hpp"
#include "base/text/text.hpp"
#include "os/processes/process.hpp"
#include "run/run_index.hpp"
#include "runner/branch_order.hpp"
#include "runner/discard.hpp"

namespace pawl::runner {
namespace {

// Of a run that nobody goes on with.
bool is_over(std::string_view status) {
  return among({to_string(run::RunStatus::succeeded), to_string(run::RunStatus::nothing_to_do),
                to_string(run::RunStatus::partial)},
               status);
}

}  // namespace

Result<std::vector<run::RunState>> unfinished_runs(os::Files& files, const store::Layout& layout,
                                                   store::Database& database,
                                                   const std::string& location) {
  std::vector<run::RunState> found;
  TRY_ASSIGN(const std::vector<RunId> ids, run::run_folders(files, layout));
  TRY_ASSIGN(const auto rows, run::RunTable(database).newest(std::numeric_limits<int>::max()));
  std::map<std::string_view, const run::RunRow*> known;
  for (const run::RunRow& row : rows) known.emplace(row.run, &row);
  for (const RunId& id : ids) {
    const auto row = known.find(id.text());
    const bool over =
        row != known.end() && (row->second->target != location || is_over(row->second->status));
    if (over || is_branch(files, layout, id)) continue;
    Result<run::RunState> state = run::load_run(layout, id);
    if (state && state->target == location && can_resume(*state)) {
      found.push_back(*std::move(state));
    }
  }
  std::sort(found.begin(), found.end(), [](const run::RunState& a, const run::RunState& b) {
    return a.begun_at != b.begun_at ? a.begun_at > b.begun_at : a.run < b.run;
  });
  return found;
}

bool can_resume(const run::RunState& state) {
  if (state.bail_class == kAbandoned) return false;
  return !is_over(to_string(state.status));
}

bool is_at_work(const run::RunState& state) {
  const bool named = state.pid > 0 && state.started != 0 && state.pid != os::own_pid();
  return named && !state.finished() && state.boot == os::boot_id() &&
         os::process_start_time(state.pid) == state.started;
}

}  // namespace pawl::runner
