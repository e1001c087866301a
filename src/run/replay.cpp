#include "run/replay.hpp"

#include <optional>

#include "base/text/text.hpp"
#include "run/snapshot.hpp"
#include "store/journal.hpp"

namespace pawl::run {
namespace {

Status check_owner(const std::string& run_folder, const std::string& owner,
                   const std::string& run) {
  if (run.empty() || run == owner) return Done{};
  return fail(Errc::invalid, run_folder + "/events.jsonl says it belongs to run \"" +
                                 printable(owner, 60) + "\", its events to \"" +
                                 printable(run, 60) + "\"");
}

// From a snapshot; nothing when there is none, or when the journal is not the one it was made of.
Result<std::optional<RunState>> replay_rest(const std::string& run_folder) {
  std::optional<Snapshot> snapshot = read_snapshot(run_folder);
  if (!snapshot) return std::optional<RunState>();
  RunState& state = snapshot->state;
  const auto walked =
      store::walk_rest(run_folder, {.offset = snapshot->at.offset, .tail = snapshot->tail},
                       changes_state, [&](const JournalEvent& event) { apply(state, event); });
  if (!walked && walked.error().code == Errc::conflict) return std::optional<RunState>();
  if (!walked) return walked.error();
  return std::optional(std::move(state));
}

}  // namespace

Result<RunState> replay(const std::string& run_folder, const AfterEach& after_each,
                        store::Position* end) {
  if (!after_each && end == nullptr) {
    TRY_ASSIGN(auto rest, replay_rest(run_folder));
    if (rest) return *std::move(rest);
  }
  RunState state;
  const auto take = [&](const JournalEvent& event) {
    apply(state, event);
    if (after_each) after_each(state, event);
  };
  TRY_ASSIGN(const store::WalkedJournal walked,
             store::walk_journal(run_folder, changes_state, take));
  TRY(check_owner(run_folder, walked.run, state.run));
  if (end != nullptr) *end = {.seq = state.last_seq, .offset = walked.bytes_valid};
  state.run = walked.run;
  return state;
}

}  // namespace pawl::run
