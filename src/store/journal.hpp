// The journal of a run: `events.jsonl`, one JSON object a line, append-only. Its first line is
// `{"pawl_journal":1,"run":…}`; every other `{"seq","at","kind","v","node","data","chain"}`, where
// `v` is left out for 1, `node` for the run itself, and `chain` of events that are buffered
// (store/journal_chain.hpp). Each append takes the file's flock, so several
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
  // Checks that the event's data has no members but those its kind names.
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

// not_found when the file is absent; denied when others may write it or its folder; invalid when it
// is no regular file or larger than kJournalBytesMax, and with the line number when a line that is
// not the last is broken, or when the version is newer.
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

// So many bytes of a journal before a place distinguish it from another one.
inline constexpr std::uint64_t kTailBytes = 4096;
// The hash of those bytes.
Result<std::string> tail_of(const std::string& run_folder, std::uint64_t offset);

// What was found by handing over events in turn.
struct WalkedJournal {
  std::string run;  // as the header names it; empty where it began in the middle
  bool torn = false;
  std::uint64_t bytes_valid = 0;  // from where it began to the end of the last whole line
};
// Whether the data of events of that kind are wanted; what is not is checked but not kept.
using WantedKind = bool (*)(std::string_view kind);
using OnEvent = std::function<void(JournalEvent)>;
// Hands over each event of a journal, oldest first. The errors are those of read_journal.
Result<WalkedJournal> walk_journal(const std::string& run_folder, WantedKind wanted,
                                   const OnEvent& on_event);
// A place in one certain journal.
struct JournalMark {
  std::uint64_t offset = 0;
  std::string tail;  // as tail_of answered
};
// The same from there on; conflict when the journal is another one by now.
Result<WalkedJournal> walk_rest(const std::string& run_folder, const JournalMark& mark,
                                WantedKind wanted, const OnEvent& on_event);

}  // namespace pawl::store
