#include "run/run_index.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "run/replay.hpp"
#include "run/snapshot.hpp"
#include "store/journal.hpp"

namespace pawl::run {
namespace {

constexpr std::size_t kNamesShownMax = 8;

std::vector<std::string> names_of(const std::vector<RunId>& runs) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (const RunId& run : runs) names.push_back(run.text());
  return names;
}

std::string shown(std::span<const std::string> names) {
  std::string text = join(names.subspan(0, std::min(names.size(), kNamesShownMax)), ", ");
  if (names.size() > kNamesShownMax) text += ", …";
  return text;
}

Error no_such_run(const std::string& wanted, const std::vector<std::string>& names) {
  std::string message = "no run \"" + printable(wanted, 60) + "\"";
  if (const auto near = nearest(wanted, names)) {
    message += "; did you mean " + *near + "?";
  } else if (names.empty()) {
    message += "; there are no runs yet";
  } else {
    message += "; `pawl list` shows those there are";
  }
  return fail(Errc::not_found, std::move(message));
}

}  // namespace

Result<std::vector<RunId>> run_folders(os::Files& files, const store::Layout& layout) {
  std::vector<RunId> runs;
  TRY_ASSIGN(const auto folder, files.stat(layout.runs()));
  if (!folder) return runs;
  TRY_ASSIGN(const std::vector<std::string> names, files.list(layout.runs()));
  for (const std::string& name : names) {
    if (auto run = RunId::parse(name)) runs.push_back(*std::move(run));
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

Result<bool> has_journal(os::Files& files, const store::Layout& layout, const RunId& run) {
  TRY_ASSIGN(const auto journal, files.stat(layout.run(run) + "/events.jsonl"));
  return journal.has_value();
}

Result<std::vector<RunId>> list_runs(os::Files& files, const store::Layout& layout) {
  std::vector<RunId> runs;
  TRY_ASSIGN(const std::vector<RunId> folders, run_folders(files, layout));
  for (const RunId& run : folders) {
    TRY_ASSIGN(const bool begun, has_journal(files, layout, run));
    if (begun) runs.push_back(run);
  }
  return runs;
}

Result<RunId> find_run(os::Files& files, const store::Layout& layout,
                       const std::string& id_or_prefix) {
  if (const auto exact = RunId::parse(id_or_prefix)) {
    TRY_ASSIGN(const bool begun, has_journal(files, layout, *exact));
    if (begun) return *exact;
  }
  TRY_ASSIGN(const std::vector<RunId> folders, run_folders(files, layout));
  std::vector<RunId> matching;
  for (const RunId& run : folders) {
    if (id_or_prefix.empty() || !run.text().starts_with(id_or_prefix)) continue;
    TRY_ASSIGN(const bool begun, has_journal(files, layout, run));
    if (begun) matching.push_back(run);
  }
  if (matching.size() == 1) return matching.front();
  if (matching.empty()) return no_such_run(id_or_prefix, names_of(folders));
  return fail(Errc::not_found, "\"" + printable(id_or_prefix, 60) + "\" fits " +
                                   counted(matching.size(), "run") + ": " +
                                   shown(names_of(matching)) + "; give more of the id");
}

namespace {

Result<RunState> of_run(const store::Layout& layout, const RunId& run, Result<RunState> replayed) {
  TRY_ASSIGN(RunState state, std::move(replayed).during("run " + run.text()));
  if (!state.run.empty() && state.run != run.text()) {
    return fail(Errc::invalid, "the journal in " + layout.run(run) + " belongs to run \"" +
                                   printable(state.run, 60) + "\"");
  }
  state.run = run.text();
  return state;
}

// The whole journal, and where it ends.
Result<RunState> load_whole(const store::Layout& layout, const RunId& run,
                            std::vector<Observation>& observations, store::Position* end) {
  const auto observe = [&](const RunState& state, const JournalEvent& event) {
    for (Observation& one : observations_of(state, event)) observations.push_back(std::move(one));
  };
  return of_run(layout, run, replay(layout.run(run), observe, end));
}

}  // namespace

Result<RunState> load_run(const store::Layout& layout, const RunId& run) {
  return of_run(layout, run, replay(layout.run(run)));
}

Result<RunState> load_run(const store::Layout& layout, const RunId& run,
                          std::vector<Observation>& observations) {
  return load_whole(layout, run, observations, nullptr);
}

Result<ReadRuns> read_runs(os::Files& files, const store::Layout& layout) {
  TRY_ASSIGN(const std::vector<RunId> runs, list_runs(files, layout));
  ReadRuns read;
  for (const RunId& run : runs) {
    std::vector<Observation> observed;
    store::Position end;
    auto state = load_whole(layout, run, observed, &end);
    if (!state) {
      read.broken.push_back(run.text());
      continue;
    }
    if (end.seq >= kSnapshotEvery) {
      TRY(write_snapshot(files, layout.run(run), end, *state));
    }
    read.states.push_back(*std::move(state));
    std::move(observed.begin(), observed.end(), std::back_inserter(read.observations));
  }
  return read;
}

Status write_views(os::Files& files, const store::Layout& layout, store::Database& database,
                   const RunId& run, const RunState& state) {
  const std::string path = layout.state_file(run);
  const std::string text = to_json(state).pretty();
  TRY(state.finished() ? files.write_atomic(path, text, 0600) : files.replace(path, text, 0600));
  return RunTable(database).put(state);
}

}  // namespace pawl::run
