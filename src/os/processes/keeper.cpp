#include "os/processes/keeper.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <tuple>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/processes/process_tree.hpp"
#include "os/processes/raw_calls.hpp"

namespace pawl::os {
namespace {

constexpr std::size_t kKeeperStackBytes = 96U << 10U;
constexpr int kExitNotStarted = 127;
constexpr int kGraceWithoutPawlMs = 200;  // long enough for git to remove its lock files
// Leaves Pawl the rest of the 1.5 s it has to end by itself (signals.cpp).
constexpr int kGraceInHurryMs = 700;
constexpr int kKillPatienceMs = 5'000;
constexpr int kKillRoundMs = 5;

struct Stack {
  alignas(16) std::array<std::byte, kKeeperStackBytes> bytes;
  void* top() { return bytes.data() + bytes.size(); }
};

// Shared by the keeper and the command until the command's exec.
struct Keeper {
  Launch& launch;
  void* child_stack_top = nullptr;
  int pid = 0;
};

long long now_ms() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<long long>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void close_from_to(unsigned first, unsigned last) {
  if (first > last) return;
  if (::syscall(SYS_close_range, first, last, 0U) == 0) return;
  const long open_max = ::sysconf(_SC_OPEN_MAX);
  for (unsigned fd = first; fd <= last && fd < static_cast<unsigned long>(open_max); ++fd) {
    raw::close(static_cast<int>(fd));
  }
}

// The copies of Pawl's descriptors are closed: other keepers learn of Pawl's death by the end of
// their control streams, and a copy here would hold those open.
void close_all_but_those_of(const Launch& launch) {
  std::array<int, 5 + std::tuple_size_v<decltype(Launch::inherited)>> kept;
  kept.fill(-1);
  auto end = std::copy_n(launch.inherited.begin(), launch.inherited_count, kept.begin());
  for (const int fd : {launch.input, launch.output, launch.errors, launch.control, launch.group}) {
    *end++ = fd;
  }
  std::sort(kept.begin(), kept.end());
  unsigned next = 3;
  for (const int fd : kept) {
    if (fd < 0) continue;
    const auto keep = static_cast<unsigned>(fd);
    if (keep > 0) close_from_to(next, keep - 1);
    next = keep + 1;
  }
  close_from_to(next, ~0U);
}

[[noreturn]] void give_up(Launch& launch, LaunchStep step) {
  launch.failed_errno = errno;
  launch.failed_step = step;
  raw::exit(kExitNotStarted);
}

// Handlers and ignored signals of Pawl are not the command's.
void reset_signals() {
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) raw::action(number, plain);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// When memory runs out the kernel is to take the command, not Pawl or the keeper.
void prefer_as_oom_victim() {
  const int fd = raw::open_at(AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  const ssize_t ignored = raw::write(fd, "500", 3);
  static_cast<void>(ignored);
  raw::close(fd);
}

bool apply_limits(const Launch& launch) {
  for (unsigned i = 0; i < launch.limits_count; ++i) {
    const RaisedLimit& wanted = launch.limits[i];
    rlimit limit = {};
    if (::getrlimit(static_cast<__rlimit_resource_t>(wanted.resource), &limit) != 0) return false;
    // At the soft CPU limit comes XCPU, which may be caught; at the hard one KILL.
    const rlim_t spare = wanted.resource == RLIMIT_CPU ? 1 : 0;
    if (!wanted.soft_only) limit.rlim_max = std::min(limit.rlim_max, wanted.value + spare);
    limit.rlim_cur = std::min(limit.rlim_max, wanted.value);
    if (::setrlimit(static_cast<__rlimit_resource_t>(wanted.resource), &limit) != 0) return false;
  }
  return true;
}

int command_main(void* argument) {
  Keeper& keeper = *static_cast<Keeper*>(argument);
  Launch& launch = keeper.launch;
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper.pid) raw::exit(kExitNotStarted);
  // All three are above 2 (process.cpp sees to it), so none is overwritten before it is used.
  if (raw::dup2(launch.input, 0) < 0 || raw::dup2(launch.output, 1) < 0 ||
      raw::dup2(launch.errors, 2) < 0) {
    give_up(launch, LaunchStep::child);
  }
  if (launch.group >= 0 && raw::write(launch.group, "0", 1) != 1)
    give_up(launch, LaunchStep::limits);
  unsigned next = 3;
  for (unsigned i = 0; i < launch.inherited_count; ++i, ++next) {
    if (raw::dup2(launch.inherited[i], static_cast<int>(next)) < 0)
      give_up(launch, LaunchStep::child);
  }
  close_from_to(next, ~0U);
  if (::chdir(launch.folder) != 0) give_up(launch, LaunchStep::folder);
  prefer_as_oom_victim();
  if (!apply_limits(launch)) give_up(launch, LaunchStep::limits);
  reset_signals();
  ::execve(launch.program, launch.argv, launch.environment);
  give_up(launch, LaunchStep::exec);
}

enum class Phase : unsigned char { running, stopping, killing };

class Watch {
 public:
  Watch(Launch& launch, int command, int signals)
      : launch_(launch), command_(command), signals_(signals), control_(launch.control) {}

  // Until no descendant is left.
  void run() {
    while (true) {
      if (reap() == Left::none) {
        launch_.tree_ended = true;
        return;
      }
      if (phase_ == Phase::running && launch_.command_ended) stop(launch_.grace_ms);
      if (phase_ == Phase::stopping && (is_over() || now_ms() >= until_)) start_killing();
      if (phase_ == Phase::killing && !kill_round()) return;
      wait();
    }
  }

 private:
  enum class Left : unsigned char { none, some };

  Left reap() {
    while (true) {
      int status = 0;
      const int pid = ::waitpid(-1, &status, WNOHANG | __WALL);
      if (pid == 0) return Left::some;
      if (pid < 0) return errno == EINTR ? Left::some : Left::none;
      if (pid == command_) {
        launch_.command_ended = true;
        launch_.command_status = status;
      }
    }
  }

  bool is_over() const { return launch_.ends_whole && launch_.command_ended; }

  void stop(int grace_ms) {
    phase_ = Phase::stopping;
    until_ = now_ms() + grace_ms;
    if (grace_ms <= 0) return;
    signal_descendants(SIGTERM);
    signal_descendants(SIGCONT);  // a stopped process gets its TERM only when it goes on
  }

  void start_killing() {
    phase_ = Phase::killing;
    until_ = now_ms() + kKillPatienceMs;
  }

  // Again and again: a process may have forked between the look and the signal. Its children are
  // the keeper's after its death, and the next round finds them.
  bool kill_round() {
    if (!launch_.command_ended) ::kill(command_, SIGKILL);  // even without /proc
    const int found = signal_descendants(SIGKILL);
    if (now_ms() < until_) return true;
    launch_.left_alive = std::max(found, 1);
    return false;
  }

  void wait() {
    std::array<pollfd, 2> polled = {
        {{.fd = signals_, .events = POLLIN, .revents = 0}, {control_, POLLIN, 0}}};
    int timeout = -1;
    if (phase_ == Phase::stopping) timeout = static_cast<int>(std::max(until_ - now_ms(), 0LL));
    if (phase_ == Phase::killing) timeout = kKillRoundMs;
    if (raw::poll(polled.data(), polled.size(), timeout) <= 0) return;
    if (polled[0].revents != 0) {
      signalfd_siginfo ignored;
      const ssize_t n = raw::read(signals_, &ignored, sizeof ignored);
      static_cast<void>(n);
    }
    if (polled[1].revents != 0) hear();
  }

  void hear() {
    char byte = 0;
    const ssize_t n = raw::receive(control_, &byte, 1, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    const bool pawl_is_dead = n <= 0;
    const int grace_max = pawl_is_dead            ? kGraceWithoutPawlMs
                          : byte == kControlKill  ? 0
                          : byte == kControlHurry ? kGraceInHurryMs
                                                  : launch_.grace_ms;
    if (pawl_is_dead) control_ = -1;  // poll passes it over from now on
    if (phase_ == Phase::running) {
      launch_.stopped = !launch_.command_ended;
      stop(std::min(launch_.grace_ms, grace_max));
    } else if (pawl_is_dead && phase_ == Phase::stopping) {
      until_ = std::min(until_, now_ms() + kGraceWithoutPawlMs);
    }
  }

  Launch& launch_;
  int command_;
  int signals_;
  int control_;
  Phase phase_ = Phase::running;
  long long until_ = 0;
};

int keeper_main(void* argument) {
  Keeper& keeper = *static_cast<Keeper*>(argument);
  Launch& launch = keeper.launch;
  keeper.pid = ::getpid();
  launch.keeper_pid = keeper.pid;
  ::sem_post(&launch.up);
  ::prctl(PR_SET_NAME, "keeper");
  ::setsid();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  close_all_but_those_of(launch);
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  raw::action(SIGCHLD, plain);  // ignored, children would be reaped unseen
  sigset_t child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  const int signals = raw::signal_fd(child_ended, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) give_up(launch, LaunchStep::keeper);
  const int command =
      raw::clone(command_main, keeper.child_stack_top, CLONE_VM | CLONE_VFORK | SIGCHLD, &keeper);
  if (command < 0) give_up(launch, LaunchStep::child);
  raw::close(launch.input);
  raw::close(launch.output);
  raw::close(launch.errors);
  if (launch.group >= 0) raw::close(launch.group);
  for (unsigned i = 0; i < launch.inherited_count; ++i) raw::close(launch.inherited[i]);
  Watch(launch, command, signals).run();
  return 0;
}

}  // namespace

void host_keeper(Launch& launch) {
  Stack stack;
  Stack child_stack;
  Keeper keeper{.launch = launch, .child_stack_top = child_stack.top(), .pid = 0};
  // No exit signal: Pawl gets no SIGCHLD, and a wait for any child elsewhere does not see it.
  const int pid = raw::clone(keeper_main, stack.top(), CLONE_VM | CLONE_VFORK, &keeper);
  if (pid < 0) {
    launch.failed_errno = errno;
    launch.failed_step = LaunchStep::keeper;
  } else {
    int status = 0;
    while (::waitpid(pid, &status, __WALL) < 0 && errno == EINTR) {
    }
  }
  ::sem_post(&launch.up);  // once more is harmless; never would leave Pawl waiting
}

}  // namespace pawl::os
