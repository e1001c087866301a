// A process that is no child of this one, told from any other by its start time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

struct ProcessId {
  int pid = 0;
  std::uint64_t started = 0;  // kernel ticks
  bool operator==(const ProcessId&) const = default;
};

class ProcessHandle {
 public:
  // Nothing when that process is gone, whoever has its pid by now.
  static std::optional<ProcessHandle> open(const ProcessId& process);
  // To it and to no other; false when it is gone or may not be signalled.
  bool signal(int number) const;
  // Whether it ended, within that time.
  bool ended(Milliseconds within) const;

 private:
  ProcessHandle(ProcessId process, Fd fd) : process_(process), fd_(std::move(fd)) {}
  ProcessId process_;
  Fd fd_;
};

bool is_alive(const ProcessId& process);
// All living descendants of a process, as /proc shows them now.
std::vector<ProcessId> descendants_of(int pid);
// Forgets the end of a child of this process, so that it does not stay as a zombie; nothing happens
// where it is none, or has not ended.
void reap(int pid);

}  // namespace pawl::os
