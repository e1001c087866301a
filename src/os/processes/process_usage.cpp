#include "os/processes/process_usage.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <unordered_map>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/processes/proc_stat.hpp"

namespace pawl::os {
namespace {

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

constexpr std::size_t kProcFileMax = 16U << 10U;

std::string read_proc(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!fd.valid() || !read_all(fd.get(), kProcFileMax, text)) return {};
  return text;
}

std::uint64_t number(std::string_view text) {
  const auto value = parse_int(text);
  return value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
}

std::vector<ProcStat> all_but(const std::unordered_set<int>& others) {
  std::vector<ProcStat> all;
  Proc proc;
  if (!proc.readable()) return all;
  for (int pid = proc.next(); pid > 0; pid = proc.next()) {
    ProcStat process;
    if (!others.contains(pid) && proc.read(pid, process) && process.alive) all.push_back(process);
  }
  return all;
}

// Processes by their parents.
class Family {
 public:
  explicit Family(const std::vector<ProcStat>& rows) {
    for (const ProcStat& row : rows) children_.emplace(row.parent, &row);
  }

  // Calls `visit` with each process below another, but for those below `without`, and that itself.
  template <typename Visit>
  void below(int ancestor, int without, const Visit& visit) const {
    std::vector<int> parents = {ancestor};
    while (!parents.empty()) {
      const auto [begin, end] = children_.equal_range(parents.back());
      parents.pop_back();
      for (auto child = begin; child != end; ++child) {
        if (child->second->pid == without) continue;
        visit(*child->second);
        parents.push_back(child->second->pid);
      }
    }
  }

 private:
  std::unordered_multimap<int, const ProcStat*> children_;
};

// `Name:   1234 kB`
std::uint64_t kilobytes_after(std::string_view text, std::string_view name) {
  const auto at = text.find(name);
  if (at == std::string_view::npos) return 0;
  const auto words = split_words(text.substr(at + name.size(), 64));
  return words.empty() ? 0 : number(words.front()) * 1024;
}

// Adds up what lies below a folder, by descriptors.
class Sum {
 public:
  Sum(DiskUse enough, dev_t device) : enough_(enough), device_(device) {}

  void add_below(Fd folder, int depth) {
    constexpr int kFolderDepthMax = 200;
    const Folder stream(::fdopendir(folder.get()), &::closedir);
    if (!stream) return;
    const int at = folder.release();
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (is_enough()) return;
      struct stat facts = {};
      if (::fstatat(at, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
      add(facts);
      if (!S_ISDIR(facts.st_mode) || depth >= kFolderDepthMax) continue;
      Fd inner(::openat(at, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (inner.valid()) add_below(std::move(inner), depth + 1);
    }
  }

  void add_unnamed_of(int pid) {
    const Folder stream(::opendir(("/proc/" + std::to_string(pid) + "/fd").c_str()), &::closedir);
    if (!stream) return;
    while (const dirent* entry = ::readdir(stream.get())) {
      struct stat facts = {};
      const bool unnamed = ::fstatat(::dirfd(stream.get()), entry->d_name, &facts, 0) == 0 &&
                           S_ISREG(facts.st_mode) && facts.st_nlink == 0 && facts.st_dev == device_;
      if (unnamed) add(facts);
      if (is_enough()) return;
    }
  }

  DiskUse use() const { return use_; }

 private:
  void add(const struct stat& facts) {
    use_.bytes += static_cast<std::uint64_t>(facts.st_blocks) * 512;
    ++use_.entries;
  }

  bool is_enough() const {
    return use_.bytes > enough_.bytes || use_.entries > enough_.entries ||
           std::chrono::steady_clock::now() > until_;
  }

  DiskUse enough_;
  dev_t device_;
  DiskUse use_;
  std::chrono::steady_clock::time_point until_ =
      std::chrono::steady_clock::now() + Milliseconds(500);
};

}  // namespace

TreeUsage TreeWatch::look() {
  const auto now = std::chrono::steady_clock::now();
  const bool whole = !whole_look_ || now - *whole_look_ >= kWholeLookInterval;
  if (whole) others_.clear();
  const std::vector<ProcStat> rows = all_but(others_);
  const Family family(rows);
  TreeUsage usage;
  std::uint64_t ticks = 0;
  family.below(ancestor_, 0, [&](const ProcStat& row) {
    usage.processes.push_back(row.pid);
    usage.threads += row.threads;
    usage.resident_bytes += row.resident_pages * static_cast<std::uint64_t>(::getpagesize());
    ticks += row.cpu_ticks;
  });
  const auto ticks_per_second = static_cast<std::uint64_t>(std::max(::sysconf(_SC_CLK_TCK), 1L));
  usage.cpu = Milliseconds(ticks * 1000 / ticks_per_second);
  if (whole) {
    // Only those whose line of parents is known to the end: where one ended meanwhile, nobody knows
    // yet whose they are.
    family.below(0, ancestor_, [&](const ProcStat& row) { others_.insert(row.pid); });
    whole_look_ = now;
  }
  return usage;
}

std::uint64_t io_bytes(const std::vector<int>& processes) {
  std::uint64_t sum = 0;
  for (const int pid : processes) {
    const std::string text = read_proc("/proc/" + std::to_string(pid) + "/io");
    for (const std::string_view line : split_lines(text)) {
      const bool counts = line.starts_with("rchar:") || line.starts_with("wchar:");
      if (counts) sum += number(trim(line.substr(line.find(':') + 1)));
    }
  }
  return sum;
}

std::uint64_t proportional_bytes(const std::vector<int>& processes) {
  const Proc proc;
  std::uint64_t sum = 0;
  for (const int pid : processes) {
    const std::string text = read_proc("/proc/" + std::to_string(pid) + "/smaps_rollup");
    if (!text.empty()) {
      sum += kilobytes_after(text, "\nPss:");
    } else if (ProcStat process; proc.read(pid, process) && process.alive) {
      sum += process.resident_pages * static_cast<std::uint64_t>(::getpagesize());
    }
  }
  return sum;
}

MachineMemory machine_memory() {
  const std::string text = "\n" + read_proc("/proc/meminfo");
  return {.total = kilobytes_after(text, "\nMemTotal:"),
          .available = kilobytes_after(text, "\nMemAvailable:"),
          .shared = kilobytes_after(text, "\nShmem:")};
}

std::optional<DiskSpace> disk_space(const std::string& folder) {
  struct statvfs facts = {};
  if (folder.empty() || ::statvfs(folder.c_str(), &facts) != 0) return {};
  return DiskSpace{.bytes_free = std::uint64_t{facts.f_bavail} * facts.f_frsize,
                   .entries_free = facts.f_favail};
}

DiskUse disk_use(const std::string& folder, const std::vector<int>& processes, DiskUse enough) {
  Fd top(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat facts = {};
  if (!top.valid() || ::fstat(top.get(), &facts) != 0) return {};
  Sum sum(enough, facts.st_dev);
  sum.add_below(std::move(top), 0);
  for (const int pid : processes) sum.add_unnamed_of(pid);
  return sum.use();
}

}  // namespace pawl::os
