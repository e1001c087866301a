#include "runner/run_journal.hpp"

#include "memory/observation_table.hpp"
#include "store/run_index.hpp"

namespace pawl::runner {
namespace {

// Kinds that change what `status` and `list` show; the rest come often and wait for these.
bool changes_views(EventKind kind) {
  switch (kind) {
    case EventKind::run_begin:
    case EventKind::run_resumed:
    case EventKind::run_phase:
    case EventKind::run_heartbeat:
    case EventKind::run_interrupted:
    case EventKind::run_aborted:
    case EventKind::run_exit_clean:
    case EventKind::stage_end:
    case EventKind::plan_ready:
    case EventKind::worktree_ready:
    case EventKind::subtask_committed:
    case EventKind::subtask_failed:
    case EventKind::subtask_skipped:
    case EventKind::pr_opened: return true;
    default: return false;
  }
}

}  // namespace

RunJournal::RunJournal(std::unique_ptr<store::Journal> journal, store::RunState state,
                       const JournalPorts& ports, const store::Layout& layout, const RunId& id,
                       Listener listener)
    : journal_(std::move(journal)),
      state_(std::move(state)),
      ports_(ports),
      layout_(layout),
      id_(id),
      listener_(std::move(listener)) {}

Status RunJournal::append(const Event& event) {
  const std::lock_guard<std::mutex> guard(mutex_);
  TRY_ASSIGN(const JournalEvent written, journal_->record(event));
  store::apply(state_, written);
  if (changes_views(event.kind)) {
    TRY(store::write_views(ports_.files, layout_, ports_.database, id_, state_));
    TRY(memory::ObservationTable(ports_.database).put(store::observations_of(state_, written)));
  }
  if (listener_) listener_(written, state_);
  return Done{};
}

}  // namespace pawl::runner
