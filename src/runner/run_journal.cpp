#include "runner/run_journal.hpp"

#include <algorithm>
#include <array>

#include "memory/observation_table.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "run/snapshot.hpp"
#include "run/work_events.hpp"

namespace pawl::runner {
namespace {

// Kinds that change what `status` and `list` show; the rest come often and wait for these.
constexpr auto kShown = std::to_array<const EventKind*>(
    {&run::kRunBegin, &run::kRunResumed, &run::kRunPhase, &run::kRunHeartbeat,
     &run::kRunInterrupted, &run::kRunAborted, &run::kRunExitClean, &run::kStageEnd,
     &run::kPlanReady, &run::kWorktreeReady, &run::kSubtaskCommitted, &run::kSubtaskFailed,
     &run::kSubtaskSkipped, &run::kSubtaskReproduced, &run::kPrOpened, &run::kRunLanded,
     &run::kRunBranchCost});

bool changes_views(const EventKind& kind) {
  return std::any_of(kShown.begin(), kShown.end(),
                     [&](const EventKind* shown) { return *shown == kind; });
}

}  // namespace

RunJournal::RunJournal(std::unique_ptr<store::Journal> journal, run::RunState state,
                       const JournalPorts& ports, const store::Layout& layout, const RunId& id,
                       Listener listener)
    : journal_(std::move(journal)),
      state_(std::move(state)),
      ports_(ports),
      layout_(layout),
      id_(id),
      listener_(std::move(listener)) {}

run::RunState RunJournal::state() const {
  const std::lock_guard<std::mutex> guard(mutex_);
  return state_.now();
}

// The fold knows the stage that runs.
std::string RunJournal::node_of(const Event& event) const {
  const std::string& stage = state_.now().stage;
  if (!event.node.empty() || stage.empty()) return event.node;
  if (event.kind == run::kRunHeartbeat) return {};
  const std::string_view subtask = event.data["subtask"].text();
  return subtask.empty() ? stage : stage + "/" + std::string(subtask);
}

Status RunJournal::append(const Event& event) {
  const std::lock_guard<std::mutex> guard(mutex_);
  Event placed = event;
  placed.node = node_of(event);
  TRY_ASSIGN(const JournalEvent written, journal_->record(placed));
  const bool snapshot = state_.take(written);
  const run::RunState& state = state_.now();
  if (changes_views(event.kind)) {
    TRY(run::write_views(ports_.files, layout_, ports_.database, id_, state));
    TRY(memory::ObservationTable(ports_.database).put(run::observations_of(state, written)));
  }
  if (snapshot) {
    TRY(run::write_snapshot(ports_.files, layout_.run(id_), journal_->end(), state));
  }
  if (listener_) listener_(written, state);
  return Done{};
}

}  // namespace pawl::runner
