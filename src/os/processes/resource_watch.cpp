#include "os/processes/resource_watch.hpp"

#include <algorithm>
#include <thread>

#include <fcntl.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {
namespace {

constexpr Milliseconds kCloseLookInterval{1'000};
// Files and folders a command may make at most.
constexpr std::uint64_t kEntriesMax = 4'000'000;

std::uint64_t memory_reserve(std::uint64_t total) {
  return std::clamp<std::uint64_t>(total / 32, 64U << 20U, 1U << 30U);
}

std::uint64_t disk_reserve(std::uint64_t free_at_start) {
  return std::min<std::uint64_t>(free_at_start / 8, 512U << 20U);
}

std::uint64_t grown(std::uint64_t free_at_start, std::uint64_t free_now) {
  return free_at_start > free_now ? free_at_start - free_now : 0;
}

}  // namespace

std::optional<ResourceWatch> ResourceWatch::of(const Limits& limits, int ancestor) {
  const bool any = limits.memory_bytes || limits.processes || limits.disk_bytes;
  if (!any || ancestor <= 0) return {};
  return ResourceWatch(limits, ancestor);
}

ResourceWatch::ResourceWatch(const Limits& limits, int ancestor)
    : limits_(limits),
      tree_(ancestor),
      // What has just begun uses nothing yet, and most commands have ended by the first look.
      last_look_(std::chrono::steady_clock::now()),
      memory_at_start_(machine_memory()) {
  if (!limits_.disk_bytes) return;
  const auto space = disk_space(limits_.disk_folder);
  if (space) {
    disk_at_start_ = *space;
    limits_.disk_bytes = std::min(*limits_.disk_bytes, space->bytes_free / 2);
  } else {
    limits_.disk_bytes.reset();
  }
}

std::optional<OverLimit> ResourceWatch::look() {
  const Instant now = std::chrono::steady_clock::now();
  if (now - last_look_ < kInterval) return {};
  last_look_ = now;
  const TreeUsage usage = tree_.look();
  if (auto over = look_at_processes(usage)) return over;
  if (auto over = look_at_memory(usage)) return over;
  return look_at_disk(usage);
}

std::optional<OverLimit> ResourceWatch::look_at_processes(const TreeUsage& usage) const {
  if (limits_.processes && usage.threads >= *limits_.processes) {
    return OverLimit{"more than " + std::to_string(*limits_.processes) + " processes and threads"};
  }
  if (limits_.cpu) {
    const Seconds all = *limits_.cpu * std::max(std::thread::hardware_concurrency(), 1U);
    if (usage.cpu > all)
      return OverLimit{"more than " + human_duration(all) + " of processor time"};
  }
  return {};
}

std::optional<OverLimit> ResourceWatch::look_at_memory(const TreeUsage& usage) {
  if (!limits_.memory_bytes) return {};
  if (usage.resident_bytes > *limits_.memory_bytes && may_look_closely(last_memory_look_) &&
      proportional_bytes(usage.processes) > *limits_.memory_bytes) {
    return OverLimit{"more than " + human_bytes(*limits_.memory_bytes) + " of memory"};
  }
  const MachineMemory now = machine_memory();
  if (now.available >= memory_reserve(now.total)) return {};
  // Memory that no process has mapped (files of a tmpfs, shared memory) shows in the machine's
  // figure.
  const std::uint64_t own = usage.resident_bytes + grown(now.shared, memory_at_start_.shared);
  return OverLimit{"memory until this machine had none left (" + human_bytes(own) + ")",
                   own < now.total / 4};
}

std::optional<OverLimit> ResourceWatch::look_at_disk(const TreeUsage& usage) {
  if (!limits_.disk_bytes) return {};
  const auto now = disk_space(limits_.disk_folder);
  if (!now) return {};
  const DiskUse enough{*limits_.disk_bytes, std::min(kEntriesMax, disk_at_start_.entries_free / 2)};
  const DiskUse growth{grown(disk_at_start_.bytes_free, now->bytes_free),
                       grown(disk_at_start_.entries_free, now->entries_free)};
  const bool is_short = now->bytes_free < disk_reserve(disk_at_start_.bytes_free);
  const bool much = growth.bytes > enough.bytes || growth.entries > enough.entries;
  if (!is_short && (!much || !may_look_closely(last_disk_look_))) return {};
  const DiskUse own = disk_use(limits_.disk_folder, usage.processes, enough);
  if (own.bytes > enough.bytes) {
    return OverLimit{"more than " + human_bytes(enough.bytes) + " of disk space"};
  }
  if (own.entries > enough.entries) {
    return OverLimit{"more than " + std::to_string(enough.entries) + " files"};
  }
  if (!is_short) return {};
  return OverLimit{"disk space until there was none left (" + human_bytes(own.bytes) + ")",
                   own.bytes < enough.bytes / 4};
}

bool ResourceWatch::may_look_closely(Instant& last) {
  if (last_look_ - last < kCloseLookInterval) return false;
  last = last_look_;
  return true;
}

std::uint64_t machine_memory_bytes() {
  std::uint64_t bytes = machine_memory().total;
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    const Fd fd(::open(path, O_RDONLY | O_CLOEXEC));
    std::string text;
    if (!fd.valid() || !read_all(fd.get(), 64, text)) continue;
    const auto limit = parse_int(trim(text));
    if (limit && *limit > 0) bytes = std::min(bytes, static_cast<std::uint64_t>(*limit));
  }
  return bytes;
}

}  // namespace pawl::os
