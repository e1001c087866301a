#include "cli/runs/runs.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "run/run_index.hpp"
#include "runner/target.hpp"

namespace pawl::cli {

using run::RunStatus;

// A run remembers its target resolved; people may name it in any form.
Result<std::vector<std::string>> names_of_target(Context& context, const std::string& text) {
  git::Git git(context.ports.processes, runner::git_options(context.ports, context.config.config));
  TRY_ASSIGN(const git::Target target, runner::resolve_target(context.ports, git, text));
  return std::vector<std::string>{text, target.location, target.key};
}

Result<std::vector<fleet::RunLine>> list_runs(Context& context) {
  TRY_ASSIGN(fleet::Table table, fleet::read_table(context.ports, context.layout));
  for (const std::string& run : table.broken) context.console.say("pawl: warning: " + run);
  std::erase_if(table.runs,
                [](const fleet::RunLine& line) { return !line.row.branch_path.empty(); });
  return std::move(table.runs);
}

Result<std::vector<RunId>> runs_of_target(Context& context, const std::string& text) {
  TRY_ASSIGN(const std::vector<std::string> names, names_of_target(context, text));
  TRY_ASSIGN(const std::vector<fleet::RunLine> runs, list_runs(context));
  std::vector<RunId> found;
  for (const fleet::RunLine& line : runs) {
    if (std::find(names.begin(), names.end(), line.row.target) == names.end()) continue;
    TRY_ASSIGN(RunId id, RunId::parse(line.row.run));
    found.push_back(std::move(id));
  }
  return found;
}

Result<RunId> find_run_or_target(Context& context, const std::string& text) {
  if (text.empty()) {
    TRY_ASSIGN(const std::vector<fleet::RunLine> runs, list_runs(context));
    if (!runs.empty()) return RunId::parse(runs.front().row.run);
    return fail(Errc::not_found, "there are no runs yet; `pawl run TARGET` makes one");
  }
  Result<RunId> by_id = run::find_run(context.ports.files, context.layout, text);
  if (by_id) return by_id;
  const Result<std::vector<RunId>> of_target = runs_of_target(context, text);
  if (of_target && !of_target->empty()) return of_target->front();
  if (of_target) return fail(Errc::not_found, "there are no runs of " + printable(text, 200));
  return by_id;
}

Paint paint_of(RunStatus status) {
  switch (status) {
    case RunStatus::succeeded: return Paint::green;
    case RunStatus::nothing_to_do: return Paint::dim;
    case RunStatus::running:
    case RunStatus::queued: return Paint::blue;
    case RunStatus::waiting:
    case RunStatus::partial:
    case RunStatus::stopped:
    case RunStatus::stalled: return Paint::yellow;
    case RunStatus::failed:
    case RunStatus::bailed:
    case RunStatus::crashed: return Paint::red;
  }
  return Paint::plain;
}

}  // namespace pawl::cli
