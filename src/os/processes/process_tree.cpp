#include "os/processes/process_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "os/processes/proc_stat.hpp"
#include "os/processes/raw_calls.hpp"

namespace pawl::os {
namespace {

struct Process : ProcStat {
  bool descendant = false;
};

// Memory for the table straight from the kernel; pages that stay unused cost nothing.
class Table {
 public:
  static constexpr std::size_t kProcessesMax = 1U << 18U;

  Table() {
    void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) first_ = static_cast<Process*>(memory);
  }
  ~Table() {
    if (first_ != nullptr) ::munmap(first_, kBytes);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void add(const Process& process) {
    if (first_ != nullptr && size_ < kProcessesMax) first_[size_++] = process;
  }
  Process* begin() { return first_; }
  Process* end() { return first_ + size_; }

 private:
  static constexpr std::size_t kBytes = kProcessesMax * sizeof(Process);
  Process* first_ = nullptr;
  std::size_t size_ = 0;
};

void mark_descendants(Table& table, int ancestor) {
  std::sort(table.begin(), table.end(),
            [](const Process& a, const Process& b) { return a.pid < b.pid; });
  bool changed = true;
  while (changed) {
    changed = false;
    for (Process& process : table) {
      if (process.descendant) continue;
      const Process* parent =
          std::lower_bound(table.begin(), table.end(), process.parent,
                           [](const Process& a, int pid) { return a.pid < pid; });
      const bool below =
          process.parent == ancestor ||
          (parent != table.end() && parent->pid == process.parent && parent->descendant);
      process.descendant = below;
      changed = changed || below;
    }
  }
}

bool signal_one(const Proc& proc, const Process& process, int signal) {
  const long fd = ::syscall(SYS_pidfd_open, process.pid, 0);
  if (fd < 0) {
    // An older kernel: the pid could in theory be another's by now, within microseconds.
    return errno == ENOSYS && ::kill(process.pid, signal) == 0;
  }
  ProcStat now;
  const bool same = proc.read(process.pid, now) && now.started == process.started;
  const bool sent = same && ::syscall(SYS_pidfd_send_signal, fd, signal, nullptr, 0) == 0;
  raw::close(static_cast<int>(fd));
  return sent;
}

}  // namespace

int signal_descendants(int signal) {
  Proc proc;
  if (!proc.readable()) return -1;
  Table table;
  int pid = 0;
  for (pid = proc.next(); pid > 0; pid = proc.next()) {
    Process process;
    if (proc.read(pid, process)) table.add(process);
  }
  if (pid < 0) return -1;
  int signalled = 0;
  mark_descendants(table, ::getpid());
  for (const Process& process : table) {
    if (!process.descendant || !process.alive) continue;
    if (signal_one(proc, process, signal)) ++signalled;
  }
  return signalled;
}

}  // namespace pawl::os
