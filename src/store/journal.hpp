// The journal of a run: `events.jsonl`, one JSON object a line, append-only. Its first line is
// `{"pawl_journal":1,"run":…}`; every other `{"seq","at","kind","v","node","data"}`, where `v` is
// left out for 1 and `node` for the run itself. Each append takes the file's flock, so several
// processes may write; a torn last line is skipped by readers and cut off by the next append.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secrets/secret.hpp"
#include "os/clock.hpp"
#include "store/event_log.hpp"
#include "store/run_state.hpp"

namespace pawl::store {

inline constexpr int kJournalVersion = 1;
// What a reader takes into memory; the journal of a long run has some MiB.
inline constexpr std::size_t kJournalBytesMax = std::size_t{256} << 20U;

struct JournalContent {
  std::string run;
  std::vector<JournalEvent> events;
  bool torn = false;  // the last line was incomplete
  std::uint64_t bytes_valid = 0;
};

class Journal final : public EventLog {
 public:
  // Opens or creates `<run_folder>/events.jsonl` (0600). Errc::invalid when it was written by a
  // newer version or belongs to another run. Values known to `redactor` (borrowed) are blanked in
  // every line.
  static Result<std::unique_ptr<Journal>> open(const std::string& run_folder, const RunId& run,
                                               os::Clock& clock, const Redactor& redactor);
  ~Journal() override;

  // Buffered events are in the page cache when this returns; durable ones on disk. Threads that
  // wait for the disk share one fsync. On a full disk nothing of the line stays in the file.
  // Checks that the event's data has no members but those its row of the event table names.
  Status append(const Event& event) override;
  Result<JournalEvent> record(const Event& event) override;
  Result<JournalEvent> record_at(std::uint64_t expected, const Event& event) override;
  Result<Batch> read(const Position& from, std::size_t events_max = kBatchEventsMax) const override;
  // All events appended so far, by any thread of this process, are on disk.
  Status sync();
  std::uint64_t last_seq() const;
  // After the newest event this process knows of.
  Position end() const;

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  Status write(const Event& event, JournalEvent* written,
               std::optional<std::uint64_t> expected = std::nullopt);
  std::unique_ptr<State> state_;
};

// not_found when the file is absent; invalid when it is no regular file or larger than
// kJournalBytesMax, and with the line number when a line that is not the last
// is broken, or when the version is newer.
Result<JournalContent> read_journal(const std::string& run_folder);
// The whole lines of a journal after a place, and the place after them. `text` is empty when there
// are no more. A place that is not at the beginning of a line of this journal (it was cut, or
// replaced) is Errc::conflict: begin again.
struct JournalLines {
  std::string text;
  Position next;
};
Result<JournalLines> read_lines(const std::string& run_folder, const Position& from,
                                std::size_t bytes_max = kJournalBytesMax);

// What tells a journal at a place from another one (store/snapshot.hpp).
Result<std::string> tail_of(const std::string& run_folder, std::uint64_t offset);

// The state a journal leads to. Data that no state depends on is checked but not kept. The errors
// are those of read_journal.
// `after_each` (may be empty) sees each such event, and the state right after it; `end` (may be
// null) gets the place after the last one, where the whole journal was read.
using AfterEach = std::function<void(const RunState& state, const JournalEvent& event)>;
Result<RunState> replay(const std::string& run_folder, const AfterEach& after_each = {},
                        Position* end = nullptr);

}  // namespace pawl::store
