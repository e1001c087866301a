#include "os/processes/control_group.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/text/text.hpp"

namespace pawl::os {
namespace {

constexpr std::string_view kOurs = "pawl-";
constexpr std::size_t kGroupFileBytesMax = 1U << 20U;

std::optional<std::string> read_group_file(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!fd.valid() || !read_all(fd.get(), kGroupFileBytesMax, text)) return {};
  return text;
}

bool write_small(const std::string& path, const std::string& text) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return fd.valid() && write_all(fd.get(), text);
}

// The number after `key ` in a file of `key number` lines.
std::uint64_t count_of(const std::string& path, std::string_view key) {
  const std::string text = read_group_file(path).value_or("");
  for (const std::string_view line : split_lines(text)) {
    const auto words = split_words(line);
    if (words.size() != 2 || words[0] != key) continue;
    return static_cast<std::uint64_t>(parse_int(words[1]).value_or(0));
  }
  return 0;
}

bool has_words(const std::string& path, std::initializer_list<std::string_view> wanted) {
  const std::string text = read_group_file(path).value_or("");
  const auto words = split_words(text);
  for (const std::string_view word : wanted) {
    if (std::find(words.begin(), words.end(), word) == words.end()) return false;
  }
  return true;
}

// The folder of this process's own group. Names with blanks stand escaped in mountinfo; no
// such mount point is looked for.
std::string own_group() {
  const std::string groups = read_group_file("/proc/self/cgroup").value_or("");
  std::string own;
  for (const std::string_view line : split_lines(groups)) {
    if (line.starts_with("0::/")) own = std::string(trim_end(line.substr(3)));
  }
  if (own.empty()) return {};
  const std::string mounts = read_group_file("/proc/self/mountinfo").value_or("");
  for (const std::string_view line : split_lines(mounts)) {
    if (!contains(line, " - cgroup2 ")) continue;
    const auto words = split_words(line);
    if (words.size() < 5) continue;
    const std::string_view root = words[3] == "/" ? std::string_view() : words[3];
    if (!own.starts_with(root)) continue;
    return std::string(words[4]) + own.substr(root.size());
  }
  return {};
}

bool delegated(const std::string& folder) {
  for (const char* name : {"user.delegate", "trusted.delegate"}) {
    std::array<char, 4> value{};
    if (::getxattr(folder.c_str(), name, value.data(), value.size()) == 1 && value[0] == '1')
      return true;
  }
  return false;
}

std::string nearest_delegated(std::string folder) {
  while (folder.size() > 1) {
    if (delegated(folder)) return folder;
    folder.resize(folder.rfind('/'));
  }
  return {};
}

// Groups of processes that are gone: a group that holds anything cannot be removed.
void remove_empty_groups(const std::string& folder) {
  const Fd there(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!there.valid()) return;
  const auto names = names_in(there.get(), 100'000);
  if (!names) return;
  for (const std::string& name : *names) {
    if (!name.starts_with(kOurs)) continue;
    const auto maker = parse_int(split(std::string_view(name).substr(kOurs.size()), '-').front());
    if (!maker || ::access(("/proc/" + std::to_string(*maker)).c_str(), F_OK) == 0) continue;
    ::unlinkat(there.get(), name.c_str(), AT_REMOVEDIR);
  }
}

std::string our_name() { return std::string(kOurs) + std::to_string(::getpid()); }

// Out of the delegated group, when nothing but this process is in it.
bool stand_aside(const std::string& folder) {
  const std::string members = read_group_file(folder + "/cgroup.procs").value_or("");
  const auto processes = split_words(members);
  if (processes.size() != 1 || parse_int(processes.front()) != ::getpid()) return false;
  const std::string aside = folder + "/" + our_name();
  if (::mkdir(aside.c_str(), 0700) != 0 && errno != EEXIST) return false;
  return write_small(aside + "/cgroup.procs", "0");
}

bool has_controllers(const std::string& folder) {
  return has_words(folder + "/cgroup.subtree_control", {"memory", "pids"});
}

std::string find_delegated() {
  const std::string own = own_group();
  const std::string folder = nearest_delegated(own);
  if (folder.empty() || !has_words(folder + "/cgroup.controllers", {"memory", "pids"})) return {};
  remove_empty_groups(folder);
  if (has_controllers(folder)) return folder;
  if (own == folder && !stand_aside(folder)) return {};
  write_small(folder + "/cgroup.subtree_control", "+memory +pids");
  return has_controllers(folder) ? folder : std::string();
}

void remove_group(const std::string& folder) {
  // What was killed a moment ago may still be counted.
  constexpr int kTriesMax = 200;
  for (int i = 0; i < kTriesMax && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
    std::this_thread::sleep_for(Milliseconds(1));
  }
}

}  // namespace

const std::string& delegated_group() {
  static const std::string folder = find_delegated();
  return folder;
}

std::unique_ptr<ControlGroup> ControlGroup::make(const Limits& limits) {
  // Looked up for the first command of all: a process that was in the group would be in the way.
  if (delegated_group().empty()) return {};
  if (!limits.memory_bytes && !limits.processes) return {};
  static std::atomic<unsigned> number = 0;
  const std::string folder = delegated_group() + "/" + our_name() + "-" + std::to_string(++number);
  if (::mkdir(folder.c_str(), 0700) != 0) return {};
  Fd entry(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  std::unique_ptr<ControlGroup> group(new ControlGroup(folder, std::move(entry), limits));
  bool set = group->entry_.valid();
  if (limits.memory_bytes) {
    set = set && write_small(folder + "/memory.max", std::to_string(*limits.memory_bytes)) &&
          write_small(folder + "/memory.oom.group", "1");
    // Not there without swap.
    write_small(folder + "/memory.swap.max", "0");
  }
  if (limits.processes) {
    set = set && write_small(folder + "/pids.max", std::to_string(*limits.processes));
  }
  if (!set) return {};
  return group;
}

ControlGroup::ControlGroup(std::string folder, Fd entry, const Limits& limits)
    : folder_(std::move(folder)),
      entry_(std::move(entry)),
      memory_bytes_(limits.memory_bytes.value_or(0)),
      processes_(limits.processes.value_or(0)) {}

ControlGroup::~ControlGroup() {
  entry_.reset();
  write_small(folder_ + "/cgroup.kill", "1");
  remove_group(folder_);
}

std::optional<std::string> ControlGroup::reached() const {
  if (count_of(folder_ + "/memory.events", "oom_kill") > 0) {
    return "more than " + human_bytes(memory_bytes_) + " of memory";
  }
  if (count_of(folder_ + "/pids.events", "max") > 0) {
    return "more than " + std::to_string(processes_) + " processes and threads";
  }
  return {};
}

}  // namespace pawl::os
