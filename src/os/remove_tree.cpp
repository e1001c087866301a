#include "os/remove_tree.hpp"

#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/fd.hpp"

namespace pawl::os {
namespace {

// Each level holds one descriptor, so deeper folders are first moved up to the top.
constexpr int kDepthMax = 64;

class TreeRemover {
 public:
  explicit TreeRemover(std::string path) : path_(std::move(path)) {}

  Status run() {
    do {
      moved_up_ = false;
      Fd top(open_folder(AT_FDCWD, path_.c_str()));
      if (!top.valid()) return errno_error(errno, path_);
      top_ = top.get();
      TRY(empty(std::move(top), 0));
    } while (moved_up_);
    if (::rmdir(path_.c_str()) != 0 && errno != ENOENT) return errno_error(errno, path_);
    return Done{};
  }

 private:
  // Opens without following a symlink; a folder closed to its owner is opened up first (package
  // caches are written read-only).
  static int open_folder(int at, const char* name) {
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int fd = ::openat(at, name, kFlags);
    struct stat facts = {};
    const bool closed =
        fd < 0 ? errno == EACCES : ::fstat(fd, &facts) == 0 && (facts.st_mode & S_IRWXU) != S_IRWXU;
    if (!closed) return fd;
    if (fd >= 0) {
      ::fchmod(fd, S_IRWXU);
      return fd;
    }
    if (::fstatat(at, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode) &&
        ::fchmodat(at, name, S_IRWXU, 0) == 0) {
      fd = ::openat(at, name, kFlags);
    }
    return fd;
  }

  static Result<std::vector<std::string>> names_in(Fd folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder.get()), &::closedir);
    if (!stream) return errno_error(errno, "a folder");
    static_cast<void>(folder.release());
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    return names;
  }

  Status empty(Fd folder, int depth) {
    TRY_ASSIGN(const std::vector<std::string> names,
               names_in(Fd(::fcntl(folder.get(), F_DUPFD_CLOEXEC, 3))));
    for (const std::string& name : names) TRY(remove_entry(folder.get(), name, depth));
    return Done{};
  }

  Status remove_entry(int at, const std::string& name, int depth) {
    if (::unlinkat(at, name.c_str(), 0) == 0 || errno == ENOENT) return Done{};
    if (errno != EISDIR && errno != EPERM) return errno_error(errno, path_ + "/…/" + name);
    if (::unlinkat(at, name.c_str(), AT_REMOVEDIR) == 0) return Done{};
    if (depth >= kDepthMax) return move_up(at, name);
    Fd folder(open_folder(at, name.c_str()));
    if (!folder.valid()) return errno_error(errno, path_ + "/…/" + name);
    TRY(empty(std::move(folder), depth + 1));
    if (::unlinkat(at, name.c_str(), AT_REMOVEDIR) == 0) return Done{};
    // Moving folders up empties this one later than expected, but never less.
    return errno_error(errno, path_ + "/…/" + name);
  }

  Status move_up(int at, const std::string& name) {
    constexpr int kNamesMax = 100'000;
    while (counter_ < kNamesMax) {
      const std::string fresh = ".pawl-removed-" + std::to_string(counter_++);
      if (::renameat(at, name.c_str(), top_, fresh.c_str()) == 0) {
        moved_up_ = true;
        return Done{};
      }
      if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) break;
    }
    return errno_error(errno, path_ + "/…/" + name);
  }

  std::string path_;
  int top_ = -1;
  int counter_ = 0;
  bool moved_up_ = false;
};

}  // namespace

Status remove_tree(const std::string& path) {
  struct stat facts = {};
  if (::lstat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return Done{};
    return errno_error(errno, path);
  }
  if (S_ISDIR(facts.st_mode)) return TreeRemover(path).run();
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return errno_error(errno, path);
  return Done{};
}

}  // namespace pawl::os
