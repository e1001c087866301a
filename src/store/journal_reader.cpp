// Reading a journal: whole, its lines after a place, or each event in turn.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "os/files/private_path.hpp"
#include "store/journal.hpp"
#include "store/journal_line.hpp"

namespace pawl::store {
namespace {

constexpr std::size_t kTypicalLineBytes = 128;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Error failure(const std::string& path, int error) {
  return fail(error == EACCES ? Errc::denied : Errc::io,
              "cannot read " + path + ": " + std::strerror(error));
}

Result<std::string> bytes_at(int fd, const std::string& path, std::uint64_t from,
                             std::uint64_t to) {
  std::string bytes(static_cast<std::size_t>(to - from), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got =
        ::pread(fd, bytes.data() + have, bytes.size() - have, static_cast<off_t>(from + have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

// What `read_part` found: the bytes from a place to the end, and those right before that place.
struct Part {
  std::string before;
  std::string bytes;
};

// Errc::denied where somebody else may write the journal or its folder, or it is a symlink.
Result<Part> read_part(const std::string& run_folder, std::uint64_t from, std::uint64_t before,
                       std::size_t bytes_max) {
  const std::string path = run_folder + "/events.jsonl";
  TRY(os::check_private_entry(run_folder));
  TRY(os::check_private_entry(path));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ENOENT) return fail(Errc::not_found, "no journal at " + path);
    return failure(path, errno);
  }
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return failure(path, errno);
  if (!S_ISREG(facts.st_mode)) return fail(Errc::invalid, path + " is not a regular file");
  // Writers wait for the length of this read: so no line is seen half written, half cut back.
  // Without the lock (a file system that has none) the content is still read.
  (void)::flock(file.get(), LOCK_SH);
  if (::fstat(file.get(), &facts) != 0) return failure(path, errno);
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size < from) return fail(Errc::conflict, path + " is shorter than it was");
  if (size - from > bytes_max) return os::too_large(path, bytes_max);
  Part part;
  TRY_ASSIGN(part.before, bytes_at(file.get(), path, from - before, from));
  TRY_ASSIGN(part.bytes, bytes_at(file.get(), path, from, size));
  return part;
}

Result<std::string> read_all(const std::string& run_folder) {
  TRY_ASSIGN(Part part, read_part(run_folder, 0, 0, kJournalBytesMax));
  return std::move(part.bytes);
}

// Hands over each event in turn. Only the last line may be broken. `headed`: the first line is the
// header.
template <class OnEvent>
Result<WalkedJournal> walk(const std::string& path, std::string_view bytes, LineParser parser,
                           bool headed, OnEvent on_event) {
  WalkedJournal walked;
  std::size_t line_number = headed ? 0 : 1;
  while (walked.bytes_valid < bytes.size()) {
    ++line_number;
    const std::size_t start = walked.bytes_valid;
    const std::size_t end = bytes.find('\n', start);
    walked.torn = end == std::string_view::npos;
    if (walked.torn) break;
    const std::string_view line = bytes.substr(start, end - start);
    if (line_number == 1) {
      TRY_ASSIGN(walked.run, parse_journal_header(line).during("reading " + path));
    } else if (auto event = parser.parse(line)) {
      on_event(*std::move(event));
    } else if (end + 1 == bytes.size()) {
      walked.torn = true;
      break;
    } else {
      return fail(Errc::invalid, path + ", line " + std::to_string(line_number) +
                                     " is broken: " + event.error().message);
    }
    walked.bytes_valid = end + 1;
  }
  return walked;
}

}  // namespace

Result<JournalContent> read_journal(const std::string& run_folder) {
  const std::string path = run_folder + "/events.jsonl";
  TRY_ASSIGN(const std::string bytes, read_all(run_folder));
  JournalContent content;
  content.events.reserve(bytes.size() / kTypicalLineBytes);
  TRY_ASSIGN(WalkedJournal walked, walk(path, bytes, LineParser(), true, [&](JournalEvent event) {
               content.events.push_back(std::move(event));
             }));
  content.run = std::move(walked.run);
  content.torn = walked.torn;
  content.bytes_valid = walked.bytes_valid;
  return content;
}

Result<JournalLines> read_lines(const std::string& run_folder, const Position& from,
                                std::size_t bytes_max) {
  const std::string path = run_folder + "/events.jsonl";
  TRY_ASSIGN(Part part, read_part(run_folder, from.offset, from.offset == 0 ? 0 : 1, bytes_max));
  if (from.offset != 0 && part.before != "\n") {
    return fail(Errc::conflict, path + " is not the journal it was");
  }
  part.bytes.resize(part.bytes.rfind('\n') + 1);  // npos + 1 is 0: no whole line
  JournalLines lines{.text = std::move(part.bytes), .next = from};
  lines.next.offset += lines.text.size();
  return lines;
}

Result<WalkedJournal> walk_journal(const std::string& run_folder, WantedKind wanted,
                                   const OnEvent& on_event) {
  const std::string path = run_folder + "/events.jsonl";
  TRY_ASSIGN(const std::string bytes, read_all(run_folder));
  return walk(path, bytes, LineParser(wanted), true, on_event);
}

Result<WalkedJournal> walk_rest(const std::string& run_folder, const JournalMark& mark,
                                WantedKind wanted, const OnEvent& on_event) {
  const std::string path = run_folder + "/events.jsonl";
  const std::uint64_t tail = std::min<std::uint64_t>(mark.offset, kTailBytes);
  TRY_ASSIGN(const Part part, read_part(run_folder, mark.offset, tail, kJournalBytesMax));
  if (hash_hex(part.before) != mark.tail) {
    return fail(Errc::conflict, path + " is not the journal it was");
  }
  return walk(path, part.bytes, LineParser(wanted), false, on_event);
}

Result<std::string> tail_of(const std::string& run_folder, std::uint64_t offset) {
  const std::string path = run_folder + "/events.jsonl";
  const std::uint64_t tail = std::min<std::uint64_t>(offset, kTailBytes);
  TRY_ASSIGN(const Part part, read_part(run_folder, offset, tail, kJournalBytesMax));
  return hash_hex(part.before);
}

}  // namespace pawl::store
