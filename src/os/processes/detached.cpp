#include "os/processes/detached.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/startup.hpp"

namespace pawl::os {
namespace {

constexpr std::size_t kWordBytesMax = 16U << 10U;
constexpr Milliseconds kLookEvery{50};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> lines_of(
    const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : environment) lines.push_back(name + "=" + value);
  return lines;
}

// What a child gets at its start: the stack limit that this process was started with, not the one
// it has taken for itself.
class CallersStack {
 public:
  CallersStack() : changed_(::getrlimit(RLIMIT_STACK, &own_) == 0) {
    rlimit callers = own_;
    callers.rlim_cur = stack_limit_of_caller();
    changed_ = changed_ && ::setrlimit(RLIMIT_STACK, &callers) == 0;
  }
  ~CallersStack() {
    if (changed_) ::setrlimit(RLIMIT_STACK, &own_);
  }
  CallersStack(const CallersStack&) = delete;
  CallersStack& operator=(const CallersStack&) = delete;

 private:
  rlimit own_ = {};
  bool changed_;
};

class Actions {
 public:
  Actions() {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~Actions() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  int prepare(const DetachedCommand& command, int log, int word) {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    for (const int failed :
         {::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
          ::posix_spawn_file_actions_adddup2(&files_, log, STDOUT_FILENO),
          ::posix_spawn_file_actions_adddup2(&files_, log, STDERR_FILENO),
          ::posix_spawn_file_actions_adddup2(&files_, word, kWordDescriptor),
          ::posix_spawn_file_actions_addclosefrom_np(&files_, kWordDescriptor + 1),
          ::posix_spawn_file_actions_addchdir_np(&files_, command.folder.c_str())}) {
      if (failed != 0) return failed;
    }
    return 0;
  }

  posix_spawn_file_actions_t files_ = {};
  posix_spawnattr_t attributes_ = {};
};

struct WordPipe {
  Fd reader;
  Fd writer;
};

// Both above the descriptors that the child's actions write to.
Result<WordPipe> open_word() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe cannot be made");
  WordPipe made{Fd(ends[0]), Fd(ends[1])};
  if (made.writer.get() > kWordDescriptor) return made;
  made.writer = Fd(::fcntl(made.writer.get(), F_DUPFD_CLOEXEC, kWordDescriptor + 1));
  if (!made.writer.valid()) return errno_error(errno, "a pipe cannot be made");
  return made;
}

Result<Fd> open_log(const std::string& path) {
  constexpr mode_t kOwnerOnly = 0600;
  Fd fd(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnerOnly));
  if (!fd.valid()) return errno_error(errno, "the log " + path + " cannot be written");
  if (fd.get() > kWordDescriptor) return fd;
  Fd higher(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kWordDescriptor + 1));
  if (!higher.valid()) return errno_error(errno, "the log " + path + " cannot be written");
  return higher;
}

}  // namespace

Result<Detached> start_detached(const DetachedCommand& command) {
  TRY_ASSIGN(WordPipe word, open_word());
  TRY_ASSIGN(const Fd log, open_log(command.log));
  Actions actions;
  int failed = actions.prepare(command, log.get(), word.writer.get());
  if (failed != 0) return errno_error(failed, "a process cannot be prepared");
  std::vector<std::string> words = command.argv;
  std::vector<std::string> lines = lines_of(command.environment);
  const std::vector<char*> argv = pointers_to(words);
  const std::vector<char*> environment = pointers_to(lines);
  const CallersStack callers;
  pid_t pid = 0;
  failed = ::posix_spawn(&pid, command.program.c_str(), &actions.files_, &actions.attributes_,
                         argv.data(), environment.data());
  if (failed != 0) return errno_error(failed, command.program + " cannot be started");
  return Detached(pid, std::move(word.reader));
}

Result<std::string> Detached::word(const Patience& patience) {
  std::string line;
  const Milliseconds until = patience.clock.monotonic() + patience.most;
  while (line.find('\n') == std::string::npos && line.size() < kWordBytesMax) {
    if (patience.cancel.requested()) return fail(Errc::cancelled, "interrupted");
    const Milliseconds left = until - patience.clock.monotonic();
    if (left <= Milliseconds(0)) return fail(Errc::timeout, "no word of the new process");
    pollfd polled{.fd = reader_.get(), .events = POLLIN, .revents = 0};
    const auto wait = static_cast<int>(std::min(left, kLookEvery).count());
    if (::poll(&polled, 1, wait) <= 0) continue;
    std::array<char, 4096> space{};
    const ssize_t n =
        retry_interrupted([&] { return ::read(reader_.get(), space.data(), space.size()); });
    if (n < 0) return errno_error(errno, "the word of the new process cannot be read");
    if (n == 0) break;
    line.append(space.data(), static_cast<std::size_t>(n));
  }
  // A line without its end was cut off by the end of the process.
  const auto end = line.find('\n');
  return end == std::string::npos ? std::string() : line.substr(0, end);
}

bool has_word_descriptor() {
  struct stat facts = {};
  if (::fstat(kWordDescriptor, &facts) != 0 || !S_ISFIFO(facts.st_mode)) return false;
  // What this process starts is not to hold it open.
  return ::fcntl(kWordDescriptor, F_SETFD, FD_CLOEXEC) == 0;
}

bool say_word(std::string_view line) {
  const bool said = write_all(kWordDescriptor, std::string(line) + "\n");
  ::close(kWordDescriptor);
  return said;
}

}  // namespace pawl::os
