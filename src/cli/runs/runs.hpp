// The runs of this machine as commands show them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "fleet/table.hpp"
#include "run/run_state.hpp"

namespace pawl::cli {

// All runs, newest first; one that cannot be read is named in a warning.
Result<std::vector<fleet::RunLine>> list_runs(Context& context);

// The run somebody means: an id, an unambiguous prefix, or the newest run of a TARGET; the newest
// of all when `text` is empty. not_found when there is none.
Result<RunId> find_run_or_target(Context& context, const std::string& text);

// The run ids of a target, newest first; empty when it has none.
Result<std::vector<RunId>> runs_of_target(Context& context, const std::string& text);

// The names under which runs may know the repository of a target, in whatever form a person gives
// it.
Result<std::vector<std::string>> names_of_target(Context& context, const std::string& text);

// All that is known of one run, as `pawl status` shows it.
Result<Exit> show_run(Context& context, const RunId& id, bool json);

Paint paint_of(run::RunStatus status);

}  // namespace pawl::cli
