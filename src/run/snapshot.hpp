// The state of a run at a place of its journal, kept beside it (`snapshot.json`), so that a reader
// of a long journal begins there. A cache: what is missing, damaged or of another journal is passed
// over, and the journal is read from its beginning.
#pragma once

#include <optional>
#include <string>

#include "os/files/files.hpp"
#include "run/run_state.hpp"
#include "store/event_log.hpp"

namespace pawl::run {

// So many bytes of the journal before the place show whether it is the same journal.
inline constexpr std::uint64_t kSnapshotTailBytes = 4096;

// A run keeps one each so many events.
inline constexpr std::uint64_t kSnapshotEvery = 1000;

struct Snapshot {
  store::Position at;
  std::string tail;  // hash of those bytes
  RunState state;
};

std::optional<Snapshot> read_snapshot(const std::string& run_folder);
// `state` is what the journal leads to up to `at`.
Status write_snapshot(os::Files& files, const std::string& run_folder, const store::Position& at,
                      const RunState& state);

// The whole of a state, to and from JSON; nothing when a field is missing or of another type.
Json snapshot_json(const RunState& state);
std::optional<RunState> state_of_snapshot(const Json& json);

}  // namespace pawl::run
