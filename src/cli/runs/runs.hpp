// The runs of this machine as commands show them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "run/run_state.hpp"

namespace pawl::cli {

// What a list shows of a run; `status` is derived from liveness.
struct RunSummary {
  std::string run;
  std::string target;
  run::RunStatus status = run::RunStatus::running;
  std::string phase;
  std::string branch;
  std::string begun_at;  // RFC 3339
  std::string last_at;
  int exit = -1;
  std::int64_t pr = 0;
};

// The status now: a run whose process is gone is crashed, a silent one stalled.
run::RunStatus status_now(const os::Ports& ports, const run::RunState& state);

// All runs, newest first. Finished ones come from the index, all others from their journals. A run
// that cannot be read is named in `broken`.
Result<std::vector<RunSummary>> list_summaries(Context& context, std::vector<std::string>& broken);

// The run somebody means: an id, an unambiguous prefix, or the newest run of a TARGET; the newest
// of all when `text` is empty. not_found when there is none.
Result<RunId> find_run_or_target(Context& context, const std::string& text);

// The run ids of a target, newest first; empty when it has none.
Result<std::vector<RunId>> runs_of_target(Context& context, const std::string& text);

Paint paint_of(run::RunStatus status);

}  // namespace pawl::cli
