#include "store/event_log.hpp"

namespace pawl::store {

Result<Position> follow(const EventLog& log, Position from, os::Clock& clock,
                        const os::Cancel& cancel,
                        const std::function<bool(const JournalEvent&)>& on_event) {
  constexpr Milliseconds kLookEvery{100};
  while (true) {
    TRY_ASSIGN(const Batch batch, log.read(from));
    for (const JournalEvent& event : batch.events) {
      if (!on_event(event)) return batch.next;
    }
    from = batch.next;
    if (batch.at_end && !clock.sleep(kLookEvery, &cancel)) return from;
    if (cancel.requested()) return from;
  }
}

}  // namespace pawl::store
