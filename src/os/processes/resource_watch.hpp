// What a running command uses, looked at from outside while it runs: the limits that the kernel
// holds only single processes to, or none at all, hold for a command with all it starts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/time.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_usage.hpp"

namespace pawl::os {

struct OverLimit {
  std::string what;                // `more than 18 GiB of memory`
  bool machine_was_short = false;  // as in Finished
};

class ResourceWatch {
 public:
  static constexpr Milliseconds kInterval{100};
  // Of the descendants of a process. Nothing when there is nothing to watch.
  static std::optional<ResourceWatch> of(const Limits& limits, int ancestor);

  // The first limit that is reached. To be called every kInterval or more often: it looks at most
  // that often, and at what takes longer (folders, shared memory) at most once a second.
  std::optional<OverLimit> look();

 private:
  using Instant = std::chrono::steady_clock::time_point;

  ResourceWatch(const Limits& limits, int ancestor);
  std::optional<OverLimit> look_at_processes(const TreeUsage& usage) const;
  std::optional<OverLimit> look_at_memory(const TreeUsage& usage);
  std::optional<OverLimit> look_at_disk(const TreeUsage& usage);
  bool may_look_closely(Instant& last);

  Limits limits_;
  TreeWatch tree_;
  Instant last_look_;
  Instant last_memory_look_;
  Instant last_disk_look_;
  MachineMemory memory_at_start_;
  DiskSpace disk_at_start_;
};

// The memory of this machine, or of the control group Pawl runs in where that has less.
std::uint64_t machine_memory_bytes();

}  // namespace pawl::os
