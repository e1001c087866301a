#include "os/processes/process_tree.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "os/processes/raw_calls.hpp"

namespace pawl::os {
namespace {

struct Process {
  int pid = 0;
  int parent = 0;
  std::uint64_t start = 0;
  bool alive = false;  // not a zombie
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

std::uint64_t number_at(const char*& at) {
  std::uint64_t value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
  return value;
}

// The directory entry name of a process is its pid; 0 for other names.
int pid_of_name(const char* name) {
  const char* at = name;
  const std::uint64_t pid = number_at(at);
  return *at == '\0' && at != name ? static_cast<int>(pid) : 0;
}

// `PID (NAME) STATE PARENT …` of proc(5); the name may hold blanks and parentheses.
bool parse_stat(char* text, Process& process) {
  const char* at = std::strrchr(text, ')');
  if (at == nullptr || at[1] == '\0' || at[2] == '\0') return false;
  at += 2;
  process.alive = *at != 'Z' && *at != 'X';
  at += 2;
  process.parent = static_cast<int>(number_at(at));
  constexpr int kFieldsToStart = 18;  // from field 4 to field 22
  for (int i = 0; i < kFieldsToStart && *at != '\0'; ++i) {
    at = std::strchr(at, ' ');
    if (at == nullptr) return false;
    ++at;
  }
  process.start = number_at(at);
  return true;
}

bool read_process(int proc, int pid, Process& process) {
  std::array<char, 32> path{};
  char* end = path.data() + path.size() - 1;
  for (const char* tail = "tats/"; *tail != '\0'; ++tail) *--end = *tail;
  for (int rest = pid; rest > 0; rest /= 10) *--end = static_cast<char>('0' + rest % 10);
  const int fd = raw::open_at(proc, end, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  std::array<char, 1024> text{};
  const ssize_t n = raw::read(fd, text.data(), text.size() - 1);
  raw::close(fd);
  process.pid = pid;
  return n > 0 && parse_stat(text.data(), process);
}

struct DirectoryEntry {  // as getdents64(2) writes it
  std::uint64_t d_ino;
  std::int64_t d_off;
  std::uint16_t d_reclen;
  unsigned char d_type;
  char d_name[1];
};

bool list_processes(int proc, Table& table) {
  alignas(DirectoryEntry) std::array<char, 8192> buffer;  // NOLINT: filled by the kernel
  while (true) {
    const long n = ::syscall(SYS_getdents64, proc, buffer.data(), buffer.size());
    if (n <= 0) return n == 0;
    for (long at = 0; at < n;) {
      const char* entry = buffer.data() + at;
      std::uint16_t length = 0;
      std::memcpy(&length, entry + offsetof(DirectoryEntry, d_reclen), sizeof length);
      Process process;
      const int pid = pid_of_name(entry + offsetof(DirectoryEntry, d_name));
      if (pid > 0 && read_process(proc, pid, process)) table.add(process);
      at += length;
    }
  }
}

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

bool signal_one(int proc, const Process& process, int signal) {
  const long fd = ::syscall(SYS_pidfd_open, process.pid, 0);
  if (fd < 0) {
    // An older kernel: the pid could in theory be another's by now, within microseconds.
    return errno == ENOSYS && ::kill(process.pid, signal) == 0;
  }
  Process now;
  const bool same = read_process(proc, process.pid, now) && now.start == process.start;
  const bool sent = same && ::syscall(SYS_pidfd_send_signal, fd, signal, nullptr, 0) == 0;
  raw::close(static_cast<int>(fd));
  return sent;
}

}  // namespace

int signal_descendants(int signal) {
  const int proc = raw::open_at(AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return -1;
  int signalled = -1;
  Table table;
  if (list_processes(proc, table)) {
    signalled = 0;
    mark_descendants(table, ::getpid());
    for (const Process& process : table) {
      if (!process.descendant || !process.alive) continue;
      if (signal_one(proc, process, signal)) ++signalled;
    }
  }
  raw::close(proc);
  return signalled;
}

}  // namespace pawl::os
