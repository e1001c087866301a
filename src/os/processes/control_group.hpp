// Control groups (cgroup v2, Documentation/admin-guide/cgroup-v2.rst of Linux): the kernel itself
// holds a command with all it starts to its memory and its number of processes. Used where a group
// of this process was delegated to it (systemd's Delegate=yes; the delegated folder carries the
// extended attribute user.delegate or trusted.delegate), and nowhere else: all other groups are
// somebody's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "os/files/fd.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {

class ControlGroup {
 public:
  // A group for one command, with its limits set. Nothing when there is nothing to limit, or when
  // no group with the controllers `memory` and `pids` was delegated.
  static std::unique_ptr<ControlGroup> make(const Limits& limits);

  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  // Kills what is left in it, and removes it.
  ~ControlGroup();

  // A process that writes `0` to this descriptor is in the group, and so is all it starts.
  int entry() const { return entry_.get(); }
  // The limit the kernel held the group to, in the words of OverLimit.
  std::optional<std::string> reached() const;

 private:
  ControlGroup(std::string folder, Fd entry, const Limits& limits);

  std::string folder_;
  Fd entry_;
  std::uint64_t memory_bytes_ = 0;
  std::uint64_t processes_ = 0;
};

// Where this process may make groups; empty when no group was delegated to it. Looked up once. When
// the process is in the delegated group itself it moves into a group below it, for the kernel
// allows limits only below groups that hold no process.
const std::string& delegated_group();

}  // namespace pawl::os
