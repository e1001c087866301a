// Figures of the kernel about processes, memory and disks, read from /proc and statvfs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/time.hpp"

namespace pawl::os {

// Of all living descendants of a process, itself left out.
struct TreeUsage {
  std::vector<int> processes;
  std::uint64_t threads = 0;
  std::uint64_t resident_bytes = 0;  // what they share is counted for each
  Milliseconds cpu{0};               // with that of children they have waited for
};

// Looks at the descendants of a process, again and again. Machines have many more processes than
// any command starts, and each costs a file to read: those that a whole look found elsewhere are
// passed over until the next, a second later. (A pid that is given to a descendant within that
// second is seen by then.)
class TreeWatch {
 public:
  static constexpr Milliseconds kWholeLookInterval{1'000};
  explicit TreeWatch(int ancestor) : ancestor_(ancestor) {}
  TreeUsage look();

 private:
  int ancestor_;
  std::unordered_set<int> others_ = {};
  std::optional<std::chrono::steady_clock::time_point> whole_look_ = {};
};

// Bytes they have read and written up to now, of whatever kind; what cannot be asked counts
// nothing.
std::uint64_t io_bytes(const std::vector<int>& processes);

// What they share is divided among those who share it; resident memory of those that cannot be
// asked.
std::uint64_t proportional_bytes(const std::vector<int>& processes);

struct MachineMemory {
  std::uint64_t total = 0;
  std::uint64_t available = 0;
  std::uint64_t shared = 0;  // shared memory and files of tmpfs
};
MachineMemory machine_memory();

struct DiskSpace {
  std::uint64_t bytes_free = 0;
  std::uint64_t entries_free = 0;
};
// Of the file system that holds the folder; nothing when it cannot be asked.
std::optional<DiskSpace> disk_space(const std::string& folder);

struct DiskUse {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
};
// What lies below a folder, and what the processes hold open of its file system that has no name
// any more. No link is followed. Stops early once it is more than `enough`, or after half a second.
DiskUse disk_use(const std::string& folder, const std::vector<int>& processes, DiskUse enough);

}  // namespace pawl::os
