#include "os/processes/process_handle.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <map>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/processes/proc_stat.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {

bool is_alive(const ProcessId& process) {
  return process.pid > 0 && process.started != 0 &&
         process_start_time(process.pid) == process.started;
}

std::optional<ProcessHandle> ProcessHandle::open(const ProcessId& process) {
  if (!is_alive(process)) return std::nullopt;
  Fd fd(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
  if (!fd.valid() && errno != ENOSYS) return std::nullopt;
  // Between the first look and the descriptor the pid may have become another's.
  if (!is_alive(process)) return std::nullopt;
  return ProcessHandle(process, std::move(fd));
}

bool ProcessHandle::signal(int number) const {
  if (fd_.valid()) return ::syscall(SYS_pidfd_send_signal, fd_.get(), number, nullptr, 0) == 0;
  // An older kernel: the pid could in theory be another's by now, within microseconds.
  return is_alive(process_) && ::kill(process_.pid, number) == 0;
}

bool ProcessHandle::ended(Milliseconds within) const {
  const auto until = std::chrono::steady_clock::now() + within;
  do {
    if (!is_alive(process_)) return true;
    const auto left = std::chrono::ceil<Milliseconds>(until - std::chrono::steady_clock::now());
    const int wait = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    if (fd_.valid()) {
      pollfd polled{.fd = fd_.get(), .events = POLLIN, .revents = 0};
      ::poll(&polled, 1, wait);
    } else {
      std::this_thread::sleep_for(std::min(Milliseconds(wait), Milliseconds(5)));
    }
  } while (std::chrono::steady_clock::now() < until);
  return !is_alive(process_);
}

std::vector<ProcessId> descendants_of(int pid) {
  std::multimap<int, ProcStat> children;
  Proc proc;
  for (int one = proc.readable() ? proc.next() : 0; one > 0; one = proc.next()) {
    ProcStat process;
    if (proc.read(one, process)) children.emplace(process.parent, process);
  }
  std::vector<int> found{pid};
  std::vector<ProcessId> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child) {
      const ProcStat& process = child->second;
      found.push_back(process.pid);
      if (process.alive) out.push_back({.pid = process.pid, .started = process.started});
    }
  }
  return out;
}

void reap(int pid) {
  int status = 0;
  if (pid > 0) ::waitpid(pid, &status, WNOHANG);
}

}  // namespace pawl::os
