#include "store/journal.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/text/text.hpp"
#include "store/journal_chain.hpp"
#include "store/journal_file.hpp"
#include "store/journal_line.hpp"

namespace pawl::store {
namespace {

// What a look at the end of the file, under its lock, found.
struct Tail {
  std::uint64_t bytes_valid = 0;
  std::uint64_t seq = 0;
};

bool names_field(std::string_view fields, std::string_view name) {
  while (!fields.empty()) {
    const auto blank = std::min(fields.find(' '), fields.size());
    if (fields.substr(0, blank) == name) return true;
    fields.remove_prefix(std::min(blank + 1, fields.size()));
  }
  return false;
}

void check_fields(const EventKind& kind, const Json& data) {
  PAWL_CHECK(data.is_object(), std::string(kind.name) + ": the data of an event is an object");
  for (const auto& [name, value] : data.members()) {
    PAWL_CHECK(names_field(kind.fields, name),
               std::string(kind.name) + " has no field \"" + name + "\"");
  }
}

// All text of the value in one piece, to ask a redactor once whether it knows any of it.
void collect_text(const Json& value, std::string& out) {
  if (value.is_string()) {
    out += value.text();
    out += '\n';
  }
  for (const Json& item : value.items()) collect_text(item, out);
  for (const auto& [key, member] : value.members()) {
    out += key;
    out += '\n';
    collect_text(member, out);
  }
}

bool holds_secret(const Json& value, const Redactor& redactor) {
  if (redactor.empty()) return false;
  std::string text;
  collect_text(value, text);
  return redactor.apply(text) != text;
}

}  // namespace

struct Journal::State {
  JournalFile file;
  std::string run;
  os::Clock& clock;
  const Redactor& redactor;

  std::mutex write_mutex;    // flock does not part threads that share the descriptor
  std::uint64_t length = 0;  // of the file when this process last looked
  std::uint64_t seq = 0;
  Chain chain;  // of that length

  std::mutex sync_mutex;
  std::condition_variable sync_done;
  std::uint64_t written = 0;  // appends so far; guarded by sync_mutex
  std::uint64_t synced = 0;   // of those, how many are on disk
  bool syncing = false;
  std::optional<Error> sync_failure;

  Status start();
  Status catch_up();
  Result<Tail> look_at_tail(std::string_view bytes, std::uint64_t offset) const;
  Status add(const std::string& line, Durability durability);
  Status wait_for_disk(std::uint64_t ticket);
};

// The last line of `bytes`, which begin at a line's start, may be torn; the one before may not.
Result<Tail> Journal::State::look_at_tail(std::string_view bytes, std::uint64_t offset) const {
  Tail tail{.bytes_valid = offset, .seq = seq};
  const auto last_newline = bytes.rfind('\n');
  if (last_newline == std::string_view::npos) return tail;
  bool last_is_torn = last_newline + 1 != bytes.size();
  std::string_view whole = bytes.substr(0, last_newline);
  for (;;) {
    const auto before = whole.rfind('\n');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    if (offset == 0 && start == 0) {
      TRY(parse_journal_header(whole));
      return Tail{.bytes_valid = whole.size() + 1, .seq = 0};
    }
    const auto event = LineParser().parse(whole.substr(start));
    if (event) return Tail{.bytes_valid = offset + whole.size() + 1, .seq = event->seq};
    if (last_is_torn) return Error(event.error());
    last_is_torn = true;
    if (start == 0) return tail;
    whole = whole.substr(0, start - 1);
  }
}

// Learns what other processes appended, and cuts off a torn last line. Needs the file's lock.
Status Journal::State::catch_up() {
  TRY_ASSIGN(const std::uint64_t now, file.length());
  if (now == length) return Done{};
  if (now < length) {
    length = 0;
    seq = 0;
    chain = Chain();
  }
  TRY_ASSIGN(const std::string bytes, file.read_from(length));
  TRY_ASSIGN(const Tail tail, look_at_tail(bytes, length).during("reading " + file.path()));
  if (tail.bytes_valid != length + bytes.size()) TRY(file.truncate(tail.bytes_valid));
  chain.add(std::string_view(bytes).substr(0, tail.bytes_valid - length));
  length = tail.bytes_valid;
  seq = tail.seq;
  return Done{};
}

Status Journal::State::start() {
  TRY_ASSIGN(const auto held, file.lock());
  TRY(catch_up());
  if (length == 0) {
    const std::string header = journal_header(run);
    TRY(file.append(header, 0));
    chain.add(header);
    length = header.size();
    TRY(file.flush());
    return file.flush_folder();
  }
  TRY_ASSIGN(const std::string bytes, file.read_from(0));
  TRY_ASSIGN(
      const std::string owner,
      parse_journal_header(bytes.substr(0, bytes.find('\n'))).during("reading " + file.path()));
  if (owner != run) {
    return fail(Errc::invalid, file.path() + " belongs to run \"" + printable(owner, 60) +
                                   "\", not to \"" + run + "\"");
  }
  return Done{};
}

// One thread flushes for all that wait: what was written before its flush began is on disk after.
Status Journal::State::wait_for_disk(std::uint64_t ticket) {
  std::unique_lock guard(sync_mutex);
  for (;;) {
    // After a failed flush the kernel may have dropped the pages: a later success means nothing.
    if (sync_failure) return *sync_failure;
    if (synced >= ticket) return Done{};
    if (syncing) {
      sync_done.wait(guard);
      continue;
    }
    syncing = true;
    const std::uint64_t covered = written;
    guard.unlock();
    Status flushed = file.flush();
    guard.lock();
    syncing = false;
    if (flushed) {
      synced = covered;
    } else {
      sync_failure = flushed.error();
    }
    sync_done.notify_all();
  }
}

// Appends a line; needs the file's lock.
Status Journal::State::add(const std::string& line, Durability durability) {
  if (durability == Durability::buffered) {
    TRY(file.append(line, length));
    chain.add(line);
    length += line.size();
    return Done{};
  }
  const std::string link = chain.next(line);
  const std::string linked = with_link(line, link);
  TRY(file.append(linked, length));
  chain.linked(link);
  length += linked.size();
  return Done{};
}

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::open(const std::string& run_folder, const RunId& run,
                                               os::Clock& clock, const Redactor& redactor) {
  TRY_ASSIGN(JournalFile file, JournalFile::open(run_folder + "/events.jsonl", run_folder));
  std::unique_ptr<State> state(
      new State{.file = std::move(file), .run = run.text(), .clock = clock, .redactor = redactor});
  TRY(state->start());
  return std::unique_ptr<Journal>(new Journal(std::move(state)));
}

Status Journal::write(const Event& event, JournalEvent* written,
                      std::optional<std::uint64_t> expected) {
  const EventKind& kind = event.kind;
  check_fields(kind, event.data);
  const bool blank = holds_secret(event.data, state_->redactor);
  const Json clean = blank ? redacted(event.data, state_->redactor) : Json();
  const Json& data = blank ? clean : event.data;
  std::uint64_t ticket = 0;
  {
    const std::lock_guard threads(state_->write_mutex);
    TRY_ASSIGN(const auto held, state_->file.lock());
    TRY(state_->catch_up());
    if (expected && *expected != state_->seq) {
      return fail(Errc::conflict, state_->file.path() + " has gone on: its newest event is " +
                                      std::to_string(state_->seq) + ", not " +
                                      std::to_string(*expected));
    }
    const JournalEvent line_of{.seq = state_->seq + 1,
                               .at = state_->clock.now(),
                               .name = std::string(kind.name),
                               .data = data,
                               .node = event.node,
                               .version = kind.version};
    TRY(state_->add(journal_line(line_of), kind.durability));
    ++state_->seq;
    if (written != nullptr) *written = line_of;
    const std::lock_guard syncs(state_->sync_mutex);
    ticket = ++state_->written;
  }
  return kind.durability == Durability::durable ? state_->wait_for_disk(ticket) : Status(Done{});
}

Status Journal::append(const Event& event) { return write(event, nullptr); }

Result<JournalEvent> Journal::record(const Event& event) {
  JournalEvent written;
  TRY(write(event, &written));
  return written;
}

Result<JournalEvent> Journal::record_at(std::uint64_t expected, const Event& event) {
  JournalEvent written;
  TRY(write(event, &written, expected));
  return written;
}

Result<Batch> Journal::read(const Position& from, std::size_t events_max) const {
  const std::string folder = state_->file.folder();
  TRY_ASSIGN(const JournalLines lines, read_lines(folder, from));
  Batch batch{.events = {}, .next = from};
  LineParser parser;
  std::string_view rest = lines.text;
  while (!rest.empty() && batch.events.size() < events_max) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const bool header = batch.next.offset == 0;
    if (!header) {
      auto event = parser.parse(line);
      const bool last = line.size() + 1 == rest.size();
      if (!event && last) break;  // torn by a crash: the next append cuts it off
      if (!event) return std::move(event).during("reading " + state_->file.path()).error();
      batch.next.seq = event->seq;
      batch.events.push_back(*std::move(event));
    }
    batch.next.offset += line.size() + 1;
    rest.remove_prefix(line.size() + 1);
  }
  batch.at_end = batch.events.size() < events_max;
  return batch;
}

Status Journal::sync() {
  std::uint64_t ticket = 0;
  {
    const std::lock_guard syncs(state_->sync_mutex);
    ticket = state_->written;
  }
  return state_->wait_for_disk(ticket);
}

Position Journal::end() const {
  const std::lock_guard threads(state_->write_mutex);
  return {.seq = state_->seq, .offset = state_->length};
}

std::uint64_t Journal::last_seq() const {
  const std::lock_guard threads(state_->write_mutex);
  return state_->seq;
}

}  // namespace pawl::store
