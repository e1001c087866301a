#include "run/followed_state.hpp"

namespace pawl::run {

bool FollowedState::take(const JournalEvent& written) {
  alone_ = alone_ && written.seq == state_.last_seq + 1;
  apply(state_, written);
  if (!alone_ || written.seq < snapshot_seq_ + snapshot_every_) return false;
  snapshot_seq_ = written.seq;
  return true;
}

}  // namespace pawl::run
