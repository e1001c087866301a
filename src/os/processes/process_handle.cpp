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

#include "base/text/text.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {
namespace {

// Its parent as /proc says; 0 when it is gone.
int parent_of(int pid) {
  const Fd fd(::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!fd.valid() || !read_all(fd.get(), 4096, text)) return 0;
  const std::size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return 0;
  const auto fields = split_words(std::string_view(text).substr(end_of_name + 1));
  const auto parent = fields.size() > 1 ? parse_int(fields[1]) : std::nullopt;
  return parent ? static_cast<int>(*parent) : 0;
}

std::vector<int> all_pids() {
  constexpr std::size_t kNamesMax = 1U << 20U;
  std::vector<int> pids;
  const Fd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!proc.valid()) return pids;
  const auto names = names_in(proc.get(), kNamesMax);
  if (!names) return pids;
  for (const std::string& name : *names) {
    const auto pid = parse_int(name);
    if (pid && *pid > 0) pids.push_back(static_cast<int>(*pid));
  }
  return pids;
}

}  // namespace

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
  std::multimap<int, int> children;
  for (const int one : all_pids()) {
    if (const int parent = parent_of(one); parent > 0) children.emplace(parent, one);
  }
  std::vector<int> found{pid};
  std::vector<ProcessId> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
      const std::uint64_t started = process_start_time(child->second);
      if (started != 0) out.push_back({.pid = child->second, .started = started});
    }
  }
  return out;
}

void reap(int pid) {
  int status = 0;
  if (pid > 0) ::waitpid(pid, &status, WNOHANG);
}

}  // namespace pawl::os
