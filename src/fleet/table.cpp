#include "fleet/table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <unordered_set>

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

std::vector<run::RunRow> read_index(const store::Layout& layout) {
  auto database = store::Database::open(layout.database());
  if (!database) return {};
  auto rows = run::RunTable(**database).newest(std::numeric_limits<int>::max());
  return rows ? *std::move(rows) : std::vector<run::RunRow>();
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
  if (!row.branch_path.empty() && !wanted.branches && wanted.parent.empty()) return false;
  if (wanted.since && !is_since(row.begun_at, *wanted.since, now)) return false;
  if (wanted.recent) return !is_live(line.status) && is_since(row.last_at, *wanted.recent, now);
  return (wanted.closed || !row.closed) && has_liveness(line, wanted);
}

// One of which the index does not say that it ended.
Status read_run(const os::Ports& ports, const store::Layout& layout, const RunId& id,
                std::vector<RunLine>& runs, std::vector<std::string>& broken) {
  TRY_ASSIGN(const bool begun, run::has_journal(ports.files, layout, id));
  if (!begun) return Done{};
  const Result<run::RunState> state = run::load_run(layout, id);
  if (state) {
    runs.push_back(line_of(ports, *state));
  } else {
    broken.push_back(id.text() + ": " + state.error().to_line());
  }
  return Done{};
}

}  // namespace

bool is_live(RunStatus status) {
  return status == RunStatus::running || status == RunStatus::stalled ||
         status == RunStatus::queued;
}

bool is_landable(const RunLine& line) {
  // A branch of a parallel group: its work is its run's.
  if (!line.row.branch_path.empty()) return false;
  const bool good = line.status == RunStatus::succeeded || line.status == RunStatus::partial;
  return good && line.row.decision.empty() && line.row.landed.empty() &&
         (line.row.pr > 0 || line.row.commits > 0);
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
  std::unordered_set<std::string_view> there;
  there.reserve(ids.size());
  for (const RunId& id : ids) there.insert(id.text());
  // Those that ended come in their order; so many are not sorted again.
  std::vector<RunLine> ended;
  ended.reserve(ids.size());
  std::vector<run::RunRow> rows = read_index(layout);
  for (run::RunRow& row : rows) {
    if (!row.finished() || there.erase(row.run) == 0) continue;
    const RunStatus status = status_named(row.status);
    ended.push_back({.row = std::move(row), .status = status});
  }
  std::vector<RunLine> others;
  for (const RunId& id : ids) {
    if (there.contains(id.text())) TRY(read_run(ports, layout, id, others, table.broken));
  }
  std::sort(others.begin(), others.end(), is_newer);
  if (others.empty()) {
    table.runs = std::move(ended);
    return table;
  }
  table.runs.reserve(ended.size() + others.size());
  std::merge(std::make_move_iterator(ended.begin()), std::make_move_iterator(ended.end()),
             std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()),
             std::back_inserter(table.runs), is_newer);
  return table;
}

namespace {

// The runs that others made, below those.
class Families {
 public:
  explicit Families(std::vector<RunLine> lines) : lines_(std::move(lines)) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < lines_.size(); ++i) places.emplace(lines_[i].row.run, i);
    parents_.assign(lines_.size(), kNone);
    below_.resize(lines_.size());
    for (std::size_t i = lines_.size(); i-- > 0;) {
      const auto parent = places.find(lines_[i].row.parent);
      if (parent == places.end() || parent->second == i) continue;
      parents_[i] = parent->second;
      below_[parent->second].push_back(i);
    }
  }

  std::vector<RunLine> in_order() {
    for (std::size_t i = 0; i < lines_.size(); ++i) add(head_of(i), 0);
    return std::move(ordered_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // Journals can be made up: a circle has no head but the one that is met first.
  std::size_t head_of(std::size_t at) const {
    std::size_t head = at;
    for (std::size_t steps = 0; parents_[head] != kNone && steps < lines_.size(); ++steps) {
      head = parents_[head];
    }
    return parents_[head] == kNone ? head : at;
  }

  void add(std::size_t at, int depth) {
    if (!added_.insert(at).second) return;
    lines_[at].depth = depth;
    ordered_.push_back(lines_[at]);
    for (const std::size_t one : below_[at]) add(one, depth + 1);
  }

  std::vector<RunLine> lines_;
  std::vector<RunLine> ordered_;
  std::vector<std::size_t> parents_;
  std::vector<std::vector<std::size_t>> below_;
  std::unordered_set<std::size_t> added_;
};

}  // namespace

std::vector<RunLine> select_runs(std::vector<RunLine> runs, const Wanted& wanted, Timestamp now) {
  std::erase_if(runs, [&](const RunLine& line) { return !is_wanted(line, wanted, now); });
  std::stable_partition(runs.begin(), runs.end(),
                        [](const RunLine& line) { return is_live(line.status); });
  const bool families = std::any_of(runs.begin(), runs.end(),
                                    [](const RunLine& line) { return !line.row.parent.empty(); });
  return families ? Families(std::move(runs)).in_order() : runs;
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
