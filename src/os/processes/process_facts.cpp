// What the kernel reports about processes and programs, without starting any.
#include <array>

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/processes/proc_stat.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {
namespace {

std::string small_file(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!fd.valid() || !read_all(fd.get(), 4096, text)) return {};
  return text;
}

bool is_program(const std::string& path) {
  struct stat facts = {};
  return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::uint64_t process_start_time(int pid) {
  const Proc proc;
  ProcStat process;
  if (pid <= 0 || !proc.readable() || !proc.read(pid, process)) return 0;
  return process.alive ? process.started : 0;
}

int own_pid() { return ::getpid(); }

std::string boot_id() { return std::string(trim(small_file("/proc/sys/kernel/random/boot_id"))); }

std::string user_name() {
  std::array<char, 4096> space{};
  struct passwd entry = {};
  struct passwd* found = nullptr;
  const int failed = ::getpwuid_r(::getuid(), &entry, space.data(), space.size(), &found);
  return failed == 0 && found != nullptr ? std::string(found->pw_name) : std::string();
}

std::optional<std::string> find_program(const std::string& name, const std::string& path_list) {
  if (name.empty()) return {};
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    return {};
  }
  for (const std::string_view folder : split(path_list, ':')) {
    // An empty or relative entry means the working directory, which may be a target repository.
    if (!folder.starts_with('/')) continue;
    std::string candidate = join_path(folder, name);
    if (is_program(candidate)) return candidate;
  }
  return {};
}

}  // namespace pawl::os
