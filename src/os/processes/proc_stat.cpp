#include "os/processes/proc_stat.hpp"

#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/processes/raw_calls.hpp"

namespace pawl::os {
namespace {

// Numbers of fields, as proc(5) counts them.
enum Field {
  kState = 3,
  kParent = 4,
  kUserTicks = 14,
  kChildrenKernelTicks = 17,
  kThreads = 20,
  kStarted = 22,
  kResident = 24
};

struct DirectoryEntry {  // as getdents64(2) writes it
  std::uint64_t d_ino;
  std::int64_t d_off;
  std::uint16_t d_reclen;
  unsigned char d_type;
  char d_name[1];
};

// What begins with another sign than a digit is 0; some fields are negative at times.
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

void take(int field, const char* at, ProcStat& process) {
  if (field == kState) process.alive = *at != 'Z' && *at != 'X';
  const std::uint64_t number = number_at(at);
  if (field == kParent) process.parent = static_cast<int>(number);
  if (field >= kUserTicks && field <= kChildrenKernelTicks) process.cpu_ticks += number;
  if (field == kThreads) process.threads = number;
  if (field == kStarted) process.started = number;
  if (field == kResident) process.resident_pages = number;
}

}  // namespace

bool parse_stat(const char* text, ProcStat& process) {
  // The name itself may hold blanks and parentheses.
  const char* at = std::strrchr(text, ')');
  if (at == nullptr) return false;
  for (int field = kState; field <= kResident; ++field) {
    at = std::strchr(at, ' ');
    if (at == nullptr || at[1] == '\0') return false;
    ++at;
    take(field, at, process);
  }
  return true;
}

Proc::Proc() : folder_(raw::open_at(AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

Proc::~Proc() {
  if (folder_ >= 0) raw::close(folder_);
}

int Proc::next() {
  while (true) {
    if (at_ >= end_) {
      const long n = ::syscall(SYS_getdents64, folder_, entries_.data(), entries_.size());
      if (n <= 0) return n == 0 ? 0 : -1;
      at_ = 0;
      end_ = static_cast<std::size_t>(n);
    }
    const char* entry = entries_.data() + at_;
    std::uint16_t length = 0;
    std::memcpy(&length, entry + offsetof(DirectoryEntry, d_reclen), sizeof length);
    at_ += length;
    if (const int pid = pid_of_name(entry + offsetof(DirectoryEntry, d_name)); pid > 0) return pid;
  }
}

bool Proc::read(int pid, ProcStat& process) const {
  std::array<char, 32> path{};
  char* end = path.data() + path.size() - 1;
  for (const char* tail = "tats/"; *tail != '\0'; ++tail) *--end = *tail;
  for (int rest = pid; rest > 0; rest /= 10) *--end = static_cast<char>('0' + rest % 10);
  const int fd = raw::open_at(folder_, end, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  std::array<char, 1024> text{};
  const ssize_t n = raw::read(fd, text.data(), text.size() - 1);
  raw::close(fd);
  process = {};
  process.pid = pid;
  return n > 0 && parse_stat(text.data(), process);
}

}  // namespace pawl::os
