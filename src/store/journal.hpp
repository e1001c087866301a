// The journal of a run: `events.jsonl`, one JSON object a line, append-only. Its first line is
// `{"pawl_journal":1,"run":…}`; every other `{"seq","at","kind","data"}`. Each append takes the
// file's flock, so several processes may write; a torn last line is skipped by readers and cut
// off by the next append.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secret.hpp"
#include "os/clock.hpp"
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

class Journal final : public EventSink {
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
  // Like append; answers the event as it stands in the file: numbered, dated, redacted. States in
  // memory are folded from this, so that no view shows what the journal hides.
  Result<JournalEvent> record(const Event& event);
  // All events appended so far, by any thread of this process, are on disk.
  Status sync();
  std::uint64_t last_seq() const;

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  Status write(const Event& event, JournalEvent* written);
  std::unique_ptr<State> state_;
};

// not_found when the file is absent; invalid when it is no regular file or larger than
// kJournalBytesMax, and with the line number when a line that is not the last
// is broken, or when the version is newer.
Result<JournalContent> read_journal(const std::string& run_folder);
// fold(read_journal(…).events) with half the work: data that no state depends on is checked but not
// kept. The errors are those of read_journal.
// `after_each` (may be empty) sees each such event, and the state right after it.
using AfterEach = std::function<void(const RunState& state, const JournalEvent& event)>;
Result<RunState> replay(const std::string& run_folder, const AfterEach& after_each = {});

}  // namespace pawl::store
