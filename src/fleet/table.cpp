#include "fleet/table.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "base/text/text.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"
#include "store/database.hpp"

namespace pawl::fleet {
namespace {

using run::RunStatus;

constexpr Milliseconds kSecond{1'000};
constexpr Milliseconds kMinute{60'000};
constexpr Milliseconds kHour{3'600'000};
constexpr Milliseconds kDay{86'400'000};

using Index = std::unordered_map<std::string, run::RunRow>;  // by the id of the run

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

bool is_newer(const RunLine& a, const RunLine& b) {
  return a.row.begun_at != b.row.begun_at ? a.row.begun_at > b.row.begun_at : a.row.run < b.row.run;
}

bool has_liveness(const RunLine& line, const Wanted& wanted) {
  if (!wanted.running && !wanted.dead && !wanted.stalled) return true;
  const bool live = is_live(line.status);
  return (wanted.running && live) || (wanted.dead && !live) ||
         (wanted.stalled && line.status == RunStatus::stalled);
}

// RFC 3339 of one form: later is greater.
bool is_since(const std::string& at, Milliseconds age, Timestamp now) {
  return at >= to_iso8601(now - age);
}

bool is_wanted(const RunLine& line, const Wanted& wanted, Timestamp now) {
  const run::RunRow& row = line.row;
  const auto& places = wanted.repositories;
  const bool here = places.empty() ||
                    std::find(places.begin(), places.end(), row.target) != places.end() ||
                    std::find(places.begin(), places.end(), row.repository) != places.end();
  if (!here || (!wanted.pipeline.empty() && row.pipeline != wanted.pipeline)) return false;
  if (!wanted.parent.empty() && row.parent != wanted.parent) return false;
  if (wanted.since && !is_since(row.begun_at, *wanted.since, now)) return false;
  if (wanted.recent) return !is_live(line.status) && is_since(row.last_at, *wanted.recent, now);
  return (wanted.closed || !row.closed) && has_liveness(line, wanted);
}

}  // namespace

bool is_live(RunStatus status) {
  return status == RunStatus::running || status == RunStatus::stalled ||
         status == RunStatus::queued;
}

bool is_landable(const RunLine& line) {
  const bool good = line.status == RunStatus::succeeded || line.status == RunStatus::partial;
  return good && line.row.decision.empty() && (line.row.pr > 0 || line.row.commits > 0);
}

RunStatus status_now(const os::Ports& ports, const run::RunState& state) {
  const bool alive =
      state.boot == os::boot_id() && os::is_alive({.pid = state.pid, .started = state.started});
  return run::derive_status(state, {.process_alive = alive, .now = ports.clock.now()});
}

RunLine line_of(const os::Ports& ports, const run::RunState& state) {
  return {.row = run::row_of(state), .status = status_now(ports, state)};
}

Result<Table> read_table(os::Ports& ports, const store::Layout& layout) {
  TRY_ASSIGN(const std::vector<RunId> ids, run::run_folders(ports.files, layout));
  Table table;
  if (ids.empty()) return table;
  Index index = read_index(layout);
  table.runs.reserve(ids.size());
  for (const RunId& id : ids) {
    const auto row = index.find(id.text());
    if (row != index.end() && row->second.finished()) {
      const RunStatus status = status_named(row->second.status);
      table.runs.push_back({.row = std::move(row->second), .status = status});
      continue;
    }
    TRY_ASSIGN(const bool begun, run::has_journal(ports.files, layout, id));
    if (!begun) continue;
    const Result<run::RunState> state = run::load_run(layout, id);
    if (state) {
      table.runs.push_back(line_of(ports, *state));
    } else {
      table.broken.push_back(id.text() + ": " + state.error().to_line());
    }
  }
  std::sort(table.runs.begin(), table.runs.end(), is_newer);
  return table;
}

std::vector<RunLine> select_runs(const Table& table, const Wanted& wanted, Timestamp now) {
  std::vector<RunLine> out;
  for (const RunLine& line : table.runs) {
    if (is_wanted(line, wanted, now)) out.push_back(line);
  }
  std::stable_partition(out.begin(), out.end(),
                        [](const RunLine& line) { return is_live(line.status); });
  return out;
}

Result<Milliseconds> parse_age(const std::string& text, std::string_view flag) {
  const std::string_view number =
      std::string_view(text).substr(0, text.empty() ? 0 : text.size() - 1);
  const auto count = parse_int(number);
  constexpr long long kCountMax = 100'000'000;
  const auto unit = std::string_view("smhd").find(text.empty() ? '?' : text.back());
  if (!count || *count < 0 || *count > kCountMax || unit == std::string_view::npos) {
    return fail(Errc::invalid, std::string(flag) +
                                   " wants a time such as 30s, 5m, 2h or 1d, not '" +
                                   printable(text, 40) + "'");
  }
  constexpr std::array kUnits{kSecond, kMinute, kHour, kDay};
  return Milliseconds(kUnits[unit].count() * static_cast<std::int64_t>(*count));
}

std::string age_text(Milliseconds age) {
  age = std::max(age, Milliseconds(0));
  if (age < kMinute) return std::to_string(age / kSecond) + "s";
  if (age < kHour) return std::to_string(age / kMinute) + "m";
  if (age < kDay) return std::to_string(age / kHour) + "h";
  return std::to_string(age / kDay) + "d";
}

}  // namespace pawl::fleet
