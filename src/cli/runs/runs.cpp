#include "cli/runs/runs.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/text/text.hpp"
#include "os/processes/process.hpp"
#include "run/run_index.hpp"
#include "runner/target.hpp"
#include "store/database.hpp"

namespace pawl::cli {
namespace {

using run::RunStatus;

using Index = std::unordered_map<std::string, run::RunRow>;  // by the id of the run

// The index only saves work, so a list goes without it when it cannot be read.
Index read_index(const store::Layout& layout) {
  Index index;
  auto database = store::Database::open(layout.database());
  if (!database) return index;
  auto rows = run::RunTable(**database).newest(std::numeric_limits<int>::max());
  if (!rows) return index;
  index.reserve(rows->size());
  for (run::RunRow& row : *rows) {
    std::string id = row.run;
    index.emplace(std::move(id), std::move(row));
  }
  return index;
}

RunStatus status_named(std::string_view name) {
  for (auto i = static_cast<int>(RunStatus::queued); i <= static_cast<int>(RunStatus::crashed);
       ++i) {
    const auto status = static_cast<RunStatus>(i);
    if (run::to_string(status) == name) return status;
  }
  return RunStatus::failed;
}

RunSummary summary_of(const run::RunRow& row) {
  return {.run = row.run,
          .target = row.target,
          .status = status_named(row.status),
          .phase = row.phase,
          .branch = row.branch,
          .begun_at = row.begun_at,
          .last_at = row.last_at,
          .exit = row.exit,
          .pr = row.pr};
}

RunSummary summary_of(const os::Ports& ports, const RunId& run, const run::RunState& state) {
  return {.run = run.text(),
          .target = state.target,
          .status = status_now(ports, state),
          .phase = state.phase,
          .branch = state.branch,
          .begun_at = to_iso8601(state.begun_at),
          .last_at = to_iso8601(state.last_at),
          .exit = state.exit,
          .pr = state.pr ? state.pr->number : 0};
}

void newest_first(std::vector<RunSummary>& runs) {
  std::sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
    return a.begun_at != b.begun_at ? a.begun_at > b.begun_at : a.run < b.run;
  });
}

// A run remembers its target resolved; people may name it in any form.
Result<std::vector<std::string>> names_of_target(Context& context, const std::string& text) {
  git::Git git(context.ports.processes, runner::git_options(context.ports, context.config.config));
  TRY_ASSIGN(const git::Target target, runner::resolve_target(context.ports, git, text));
  return std::vector<std::string>{text, target.location, target.key};
}

}  // namespace

RunStatus status_now(const os::Ports& ports, const run::RunState& state) {
  const bool alive = state.pid > 0 && state.boot == os::boot_id() &&
                     os::process_start_time(state.pid) == state.started;
  return run::derive_status(state, {.process_alive = alive, .now = ports.clock.now()});
}

Result<std::vector<RunSummary>> list_summaries(Context& context, std::vector<std::string>& broken) {
  os::Files& files = context.ports.files;
  TRY_ASSIGN(const std::vector<RunId> ids, run::run_folders(files, context.layout));
  std::vector<RunSummary> runs;
  if (ids.empty()) return runs;
  const Index index = read_index(context.layout);
  for (const RunId& id : ids) {
    const auto row = index.find(id.text());
    if (row != index.end() && row->second.exit >= 0) {
      runs.push_back(summary_of(row->second));
      continue;
    }
    TRY_ASSIGN(const bool begun, run::has_journal(files, context.layout, id));
    if (!begun) continue;
    const Result<run::RunState> state = run::load_run(context.layout, id);
    if (state) {
      runs.push_back(summary_of(context.ports, id, *state));
    } else {
      broken.push_back(id.text() + ": " + state.error().to_line());
    }
  }
  newest_first(runs);
  return runs;
}

Result<std::vector<RunId>> runs_of_target(Context& context, const std::string& text) {
  TRY_ASSIGN(const std::vector<std::string> names, names_of_target(context, text));
  std::vector<std::string> broken;
  TRY_ASSIGN(const std::vector<RunSummary> runs, list_summaries(context, broken));
  std::vector<RunId> found;
  for (const RunSummary& run : runs) {
    if (std::find(names.begin(), names.end(), run.target) == names.end()) continue;
    TRY_ASSIGN(RunId id, RunId::parse(run.run));
    found.push_back(std::move(id));
  }
  return found;
}

Result<RunId> find_run_or_target(Context& context, const std::string& text) {
  if (text.empty()) {
    std::vector<std::string> broken;
    TRY_ASSIGN(const std::vector<RunSummary> runs, list_summaries(context, broken));
    if (!runs.empty()) return RunId::parse(runs.front().run);
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
