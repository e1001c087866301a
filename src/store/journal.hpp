// The journal of a run: `events.jsonl`, one JSON object a line, append-only. Its first line is
// `{"pawl_journal":1,"run":…}`; every other `{"seq","at","kind","data"}`. Each append takes the
// file's flock, so several processes may write; a torn last line is skipped by readers and cut
// off by the next append.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secret.hpp"
#include "os/clock.hpp"

namespace pawl::store {

inline constexpr int kJournalVersion = 1;

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
  Status append(const Event& event) override;
  Status sync();
  std::uint64_t last_seq() const;

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// not_found when the file is absent; invalid with the line number when a line that is not the last
// is broken, or when the version is newer.
Result<JournalContent> read_journal(const std::string& run_folder);

}  // namespace pawl::store
