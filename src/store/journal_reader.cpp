// Reading a whole journal, for replay.
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "os/files.hpp"
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

Result<std::string> read_all(const std::string& path) {
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
  if (static_cast<std::uint64_t>(facts.st_size) > kJournalBytesMax) {
    return os::too_large(path, kJournalBytesMax);
  }
  std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got =
        ::pread(file.get(), bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

struct Walked {
  std::string run;
  bool torn = false;
  std::uint64_t bytes_valid = 0;
};

// Hands over each event in turn. Only the last line may be broken.
template <class OnEvent>
Result<Walked> walk(const std::string& path, std::string_view bytes, LineParser parser,
                    OnEvent on_event) {
  Walked walked;
  std::size_t line_number = 0;
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
  TRY_ASSIGN(const std::string bytes, read_all(path));
  JournalContent content;
  content.events.reserve(bytes.size() / kTypicalLineBytes);
  TRY_ASSIGN(Walked walked, walk(path, bytes, LineParser(), [&](JournalEvent event) {
               content.events.push_back(std::move(event));
             }));
  content.run = std::move(walked.run);
  content.torn = walked.torn;
  content.bytes_valid = walked.bytes_valid;
  return content;
}

Result<RunState> replay(const std::string& run_folder, const AfterEach& after_each) {
  const std::string path = run_folder + "/events.jsonl";
  TRY_ASSIGN(const std::string bytes, read_all(path));
  RunState state;
  const auto take = [&](const JournalEvent& event) {
    apply(state, event);
    if (after_each) after_each(state, event);
  };
  TRY_ASSIGN(const Walked walked, walk(path, bytes, LineParser(changes_state), take));
  if (!state.run.empty() && state.run != walked.run) {
    return fail(Errc::invalid, path + " says it belongs to run \"" + printable(walked.run, 60) +
                                   "\", its events to \"" + printable(state.run, 60) + "\"");
  }
  state.run = walked.run;
  return state;
}

}  // namespace pawl::store
