// Events: the lines of a stream, as the journal of a run is one. Each kind is a row of the module
// it belongs to (its events.hpp); names and fields are byte-stable, because state, views, the
// cockpit and other programs read them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/time.hpp"

namespace pawl {

enum class Durability : std::uint8_t { buffered, durable };

struct EventKind {
  std::string_view name;    // in the stream
  std::string_view fields;  // the members of `data`, blank-separated; an event has no others
  Durability durability;    // durable: on disk before append returns
  std::string_view meaning;
  int version = 1;  // of what the data mean
  bool operator==(const EventKind&) const = default;
};

struct Event {
  std::reference_wrapper<const EventKind> kind;
  Json data = Json::object();
  std::string node = {};  // what it happened in: `work/T001-S01`; empty: the run itself
};

// An event as a stream holds it. `name` is text, so that a stream of a newer Pawl, with kinds
// and versions this one does not know, can still be read, passed over and shown.
struct JournalEvent {
  std::uint64_t seq = 0;
  Timestamp at;
  std::string name;
  Json data;
  std::string node = {};
  int version = 1;  // of the kind: what its data mean

  // An event of that kind whose data this Pawl understands: not of a newer version.
  bool is(const EventKind& kind) const { return name == kind.name && version <= kind.version; }
};

// Where events go. The journal is one; tests use a vector.
class EventSink {
 public:
  virtual ~EventSink() = default;
  // Blocks until a durable event is on disk. Safe to call from several threads.
  virtual Status append(const Event& event) = 0;
};

}  // namespace pawl
