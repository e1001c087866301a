#include "runner/restore_database.hpp"

#include <algorithm>

#include "base/saturate.hpp"
#include "base/text.hpp"
#include "runner/live.hpp"
#include "store/journal.hpp"
#include "store/run_index.hpp"

namespace pawl::runner {
namespace {

constexpr std::size_t kDateSize = 10;

std::string day_of(Timestamp at) { return to_iso8601(at).substr(0, kDateSize); }

// What a run's calls to models of that day came to.
store::Spending spent_on(const store::Layout& layout, const RunId& run, const std::string& day) {
  constexpr double kMicrosPerUsd = 1e6;
  store::Spending spent;
  const auto content = store::read_journal(layout.run(run));
  if (!content) return spent;
  for (const JournalEvent& event : content->events) {
    if (!event.is(EventKind::llm_call) || day_of(event.at) != day) continue;
    const auto grow = [](std::int64_t& sum, std::int64_t by) {
      sum = saturating_add(sum, std::max<std::int64_t>(by, 0));
    };
    grow(spent.tokens, event.data["tokens_in"].int_or(0));
    grow(spent.tokens, event.data["tokens_out"].int_or(0));
    grow(spent.ms, event.data["ms"].int_or(0));
    grow(spent.micros, saturating_count(event.data["cost"].number_or(0) * kMicrosPerUsd));
  }
  return spent;
}

// The ledger of the day would else begin anew by the loss of a file.
Status restore_spending(os::Ports& ports, const store::Layout& layout, store::Database& database) {
  const std::string day = day_of(ports.clock.now());
  TRY_ASSIGN(const std::vector<RunId> runs, store::list_runs(ports.files, layout));
  for (const RunId& run : runs) {
    const store::Spending spent = spent_on(layout, run, day);
    if (spent == store::Spending{}) continue;
    store::LockHolder process = store::this_process();
    process.run = run.text();
    const store::SpendingRequest request{
        .day = day, .process = process, .wanted = {}, .prompt = {}, .limit = {}};
    TRY_ASSIGN(const store::SpendingAnswer answer,
               database.reserve_spending(request, [](const store::LockHolder&) { return true; }));
    if (answer.id) TRY(database.settle_spending(*answer.id, spent));
  }
  return Done{};
}

}  // namespace

Result<std::string> restore_database(os::Ports& ports, const store::Layout& layout) {
  TRY_ASSIGN(const auto there, ports.files.stat(layout.database()));
  if (there) return std::string();
  TRY_ASSIGN(const std::vector<RunId> runs, store::list_runs(ports.files, layout));
  if (runs.empty()) return std::string();
  TRY_ASSIGN(const auto database, store::Database::open(layout.database()));
  std::vector<std::string> broken;
  TRY_ASSIGN(const int made, store::rebuild_index(ports.files, layout, *database, broken));
  TRY(restore_spending(ports, layout, *database));
  std::string told = layout.database() + " is missing; the index, the memory and what was spent " +
                     "today were made again from " +
                     counted(static_cast<std::size_t>(made), "journal") +
                     ". Pull requests and issues of the local forge, and what was forgotten by "
                     "`pawl memory forget`, stood only there: put the file back if you have it";
  if (!broken.empty()) told += "; left out, damaged: " + join(broken, ", ");
  return told;
}

}  // namespace pawl::runner
