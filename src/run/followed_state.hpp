// The state of a run as who writes its journal follows it, event after event, and when a snapshot
// of it is to be kept.
#pragma once

#include <cstdint>
#include <utility>

#include "base/event.hpp"
#include "run/run_state.hpp"
#include "run/snapshot.hpp"

namespace pawl::run {

class FollowedState {
 public:
  // `state` is what the journal leads to up to now.
  explicit FollowedState(RunState state, std::uint64_t snapshot_every = kSnapshotEvery)
      : state_(std::move(state)), snapshot_every_(snapshot_every), snapshot_seq_(state_.last_seq) {}

  const RunState& now() const { return state_; }
  // What was written a moment ago. Answers whether a snapshot of the state as it is now is to be
  // kept: never once another process wrote there, too, for it is not that of the whole journal.
  bool take(const JournalEvent& written);

 private:
  RunState state_;
  std::uint64_t snapshot_every_;
  std::uint64_t snapshot_seq_;
  bool alone_ = true;
};

}  // namespace pawl::run
