// A stream of events: appended to, read from any place, followed, never changed. Runs keep theirs
// in files (store/journal.hpp); other streams and other homes for them come behind this interface.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"

namespace pawl::store {

// A place between two events, to read on from. The fields belong to the log that gave it.
struct Position {
  std::uint64_t seq = 0;     // of the event before it; 0: the beginning
  std::uint64_t offset = 0;  // where in its file
  bool operator==(const Position&) const = default;
};

struct Batch {
  std::vector<JournalEvent> events;
  Position next;        // after the last of them
  bool at_end = false;  // there were no more when it was read
};

inline constexpr std::size_t kBatchEventsMax = 4096;

class EventLog : public EventSink {
 public:
  // Like append; answers the event as it is in the stream: numbered, dated, redacted. States in
  // memory are folded from this, so that no view shows what the stream hides.
  virtual Result<JournalEvent> record(const Event& event) = 0;
  // Appends only when the newest event of the stream is number `expected` (0: there is none):
  // otherwise conflict, and nothing is written. Of any number of processes that try with one
  // number, one succeeds; durable events are on disk then.
  virtual Result<JournalEvent> record_at(std::uint64_t expected, const Event& event) = 0;
  // The events after a place, oldest first, at most `events_max`.
  virtual Result<Batch> read(const Position& from,
                             std::size_t events_max = kBatchEventsMax) const = 0;
};

// Hands over each event from a place on, and waits for more, until `on_event` answers false or it
// is cancelled; answers where it stopped.
Result<Position> follow(const EventLog& log, Position from, os::Clock& clock,
                        const os::Cancel& cancel,
                        const std::function<bool(const JournalEvent&)>& on_event);

}  // namespace pawl::store
