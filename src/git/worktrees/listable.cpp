#include "git/worktrees/listable.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/fd.hpp"

namespace pawl::git {
namespace {

constexpr auto kRuleFiles = std::to_array<const char*>({".gitignore", ".gitattributes"});

void remove_if_piped(int folder, const char* name) {
  struct stat facts = {};
  if (::fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode)) ::unlinkat(folder, name, 0);
}

// Through its descriptor: at its name nothing else can be by then.
void open_up(int folder) {
  struct stat facts = {};
  if (::fstat(folder, &facts) != 0 || (facts.st_mode & S_IRWXU) == S_IRWXU) return;
  const std::string again = "/proc/self/fd/" + std::to_string(folder);
  static_cast<void>(::chmod(again.c_str(), (facts.st_mode & 07777U) | S_IRWXU));
}

bool is_folder(int at, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
  struct stat facts = {};
  return ::fstatat(at, entry.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

// Names of the folders in it; git's own among them, where no rules are.
std::vector<std::string> folders_in(int folder) {
  std::vector<std::string> names;
  os::Fd copy(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!copy.valid()) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(copy.get()), &::closedir);
  if (stream == nullptr) return names;
  static_cast<void>(copy.release());  // the stream's now
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && is_folder(folder, *entry)) names.emplace_back(name);
  }
  return names;
}

}  // namespace

Status make_listable(const os::Root& root) {
  TRY_ASSIGN(const os::Fd top, root.itself());
  for (const char* name : kRuleFiles) remove_if_piped(top.get(), name);
  std::vector<std::string> waiting = folders_in(top.get());
  while (!waiting.empty()) {
    const std::string below = std::move(waiting.back());
    waiting.pop_back();
    // What no path names, or nobody may enter, git does not enter either.
    const auto path = RepoPath::from_git(below);
    if (!path) continue;
    const Result<os::Fd> folder = root.folder_at(*path);
    if (!folder) continue;
    open_up(folder->get());
    for (const char* name : kRuleFiles) remove_if_piped(folder->get(), name);
    for (const std::string& name : folders_in(folder->get())) waiting.push_back(below + "/" + name);
  }
  return Done{};
}

}  // namespace pawl::git
