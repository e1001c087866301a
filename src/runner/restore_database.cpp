#include "runner/restore_database.hpp"

#include <algorithm>

#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "forge/tables.hpp"
#include "llm/events.hpp"
#include "llm/spending/ledger.hpp"
#include "memory/catch_up.hpp"
#include "run/run_index.hpp"
#include "runner/live.hpp"
#include "store/journal.hpp"

namespace pawl::runner {
namespace {

constexpr std::size_t kDateSize = 10;

std::string day_of(Timestamp at) { return to_iso8601(at).substr(0, kDateSize); }

// What a run's calls to models of that day came to.
llm::Spending spent_on(const store::Layout& layout, const RunId& run, const std::string& day) {
  constexpr double kMicrosPerUsd = 1e6;
  llm::Spending spent;
  const auto content = store::read_journal(layout.run(run));
  if (!content) return spent;
  for (const JournalEvent& event : content->events) {
    if (!event.is(llm::kLlmCall) || day_of(event.at) != day) continue;
    const auto grow = [](std::int64_t& sum, std::int64_t by) {
      sum = saturating_add(sum, std::max<std::int64_t>(by, 0));
    };
    const llm::LlmCall call = llm::llm_call_of(event);
    grow(spent.tokens, call.tokens_in);
    grow(spent.tokens, call.tokens_out);
    grow(spent.ms, call.took.count());
    grow(spent.micros, saturating_count(call.cost.value_or(0) * kMicrosPerUsd));
  }
  return spent;
}

// The ledger of the day would else begin anew by the loss of a file.
Status restore_spending(os::Ports& ports, const store::Layout& layout, store::Database& database) {
  const std::string day = day_of(ports.clock.now());
  TRY_ASSIGN(const std::vector<RunId> runs, run::list_runs(ports.files, layout));
  llm::Ledger ledger(database);
  for (const RunId& run : runs) {
    const llm::Spending spent = spent_on(layout, run, day);
    if (spent == llm::Spending{}) continue;
    store::LockHolder process = store::this_process();
    process.run = run.text();
    const llm::SpendingRequest request{
        .day = day, .process = process, .wanted = {}, .prompt = {}, .limit = {}};
    TRY_ASSIGN(const llm::SpendingAnswer answer,
               ledger.reserve(request, [](const store::LockHolder&) { return true; }));
    if (answer.id) TRY(ledger.settle(*answer.id, spent));
  }
  return Done{};
}

}  // namespace

std::vector<store::KeptTable> kept_tables() {
  std::vector<store::KeptTable> all;
  for (const auto tables : {forge::kept_tables(), memory::kept_tables(), llm::kept_tables()}) {
    all.insert(all.end(), tables.begin(), tables.end());
  }
  return all;
}

Result<RebuiltIndex> rebuild_index(os::Files& files, const store::Layout& layout,
                                   store::Database& database) {
  TRY_ASSIGN(run::ReadRuns read, run::read_runs(files, layout));
  TRY(run::RunTable(database).replace(read.states));
  std::vector<std::string> runs;
  for (const run::RunState& state : read.states) runs.push_back(state.run);
  RebuiltIndex rebuilt{.runs = runs.size(), .broken = std::move(read.broken)};
  TRY_ASSIGN(rebuilt.observations,
             memory::ObservationTable(database).rebuild(runs, read.observations));
  std::vector<store::KeptTable> others = kept_tables();
  std::erase_if(others, [](const auto& table) { return table.table == "observations"; });
  TRY_ASSIGN(rebuilt.untouched, store::count_rows(database, others));
  return rebuilt;
}

Result<std::string> restore_database(os::Ports& ports, const store::Layout& layout) {
  TRY_ASSIGN(const auto there, ports.files.stat(layout.database()));
  if (there) return std::string();
  TRY_ASSIGN(const std::vector<RunId> runs, run::list_runs(ports.files, layout));
  if (runs.empty()) return std::string();
  TRY_ASSIGN(const auto database, store::Database::open(layout.database()));
  TRY_ASSIGN(const RebuiltIndex made, rebuild_index(ports.files, layout, *database));
  TRY(restore_spending(ports, layout, *database));
  std::string summary =
      layout.database() + " is missing; the index, the memory and what was spent " +
      "today were made again from " + counted(made.runs, "journal") +
      ". Pull requests and issues of the local forge with their reviews, comments and "
      "checks, and what was forgotten by `pawl memory forget`, stood only there: put the file back "
      "if you have it";
  if (!made.broken.empty()) summary += "; left out, damaged: " + join(made.broken, ", ");
  return summary;
}

}  // namespace pawl::runner
