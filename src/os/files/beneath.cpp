#include "os/files/beneath.hpp"

#include <cerrno>

#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pawl::os {
namespace {

// Without O_NOFOLLOW, so that a symlink as the last component is ELOOP by RESOLVE_NO_SYMLINKS;
// with it O_PATH would open the symlink itself.
constexpr int kLookFlags = O_PATH | O_CLOEXEC;
constexpr int kReadFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

Fd open_beneath(int root, const std::string& path, int flags) {
  open_how how = {};
  how.flags = static_cast<std::uint64_t>(static_cast<unsigned>(flags));
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  constexpr int kTriesMax = 32;  // EAGAIN: something was renamed during the walk
  for (int i = 0; i < kTriesMax; ++i) {
    const long fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    if (fd >= 0) return Fd(static_cast<int>(fd));
    if (errno != EAGAIN && errno != EINTR) break;
  }
  return {};
}

// Errors of opening: a symlink anywhere is a refusal, whatever the kernel called it.
Error open_error(int number, const RepoPath& path) {
  if (number == ELOOP || number == EXDEV || number == EMLINK) {
    return fail(Errc::denied,
                path.text() + " is or goes through a symbolic link, which is not followed");
  }
  return errno_error(number, path.text());
}

Error no_regular_file(const RepoPath& path) {
  return fail(Errc::invalid, path.text() + " is not a regular file");
}

}  // namespace

bool has_openat2(int root) { return open_beneath(root, ".", kFolderFlags).valid(); }

Result<Fd> open_folder_beneath(int root, const RepoPath& path, std::size_t depth, bool walk) {
  const auto parts = path.components();
  if (!walk) {
    std::string text = ".";
    for (std::size_t i = 0; i < depth; ++i) text += "/" + parts[i];
    Fd fd = open_beneath(root, text, kFolderFlags);
    if (!fd.valid()) return open_error(errno, path);
    return fd;
  }
  Fd at(::openat(root, ".", kFolderFlags | O_NOFOLLOW));
  for (std::size_t i = 0; i < depth && at.valid(); ++i) {
    TRY_ASSIGN(at, step_into(at.get(), parts[i], path));
  }
  if (!at.valid()) return open_error(errno, path);
  return at;
}

Result<Fd> look_up_beneath(int root, const RepoPath& path, bool walk) {
  if (!walk) {
    Fd fd = open_beneath(root, path.text(), kLookFlags);
    if (!fd.valid()) return open_error(errno, path);
    return fd;
  }
  TRY_ASSIGN(const Fd parent, open_folder_beneath(root, path, path.components().size() - 1, walk));
  const std::string& name = path.components().back();
  Fd fd(::openat(parent.get(), name.c_str(), kLookFlags | O_NOFOLLOW));
  if (!fd.valid()) return open_error(errno, path);
  struct stat facts = {};
  if (::fstat(fd.get(), &facts) == 0 && S_ISLNK(facts.st_mode)) return open_error(ELOOP, path);
  return fd;
}

Result<Fd> open_file_beneath(int root, const RepoPath& path, bool walk, struct stat& facts) {
  Fd fd;
  if (walk) {
    TRY_ASSIGN(const Fd there, look_up_beneath(root, path, walk));
    TRY_ASSIGN(fd, open_regular(there, path.text()));
  } else {
    fd = open_beneath(root, path.text(), kReadFlags);
    if (!fd.valid() && errno == ENXIO) return no_regular_file(path);  // a socket
    if (!fd.valid()) return open_error(errno, path);
  }
  if (::fstat(fd.get(), &facts) != 0) return errno_error(errno, path.text());
  if (!S_ISREG(facts.st_mode)) return no_regular_file(path);
  return fd;
}

// O_PATH with O_DIRECTORY fails with ENOTDIR on a symlink as on a file, so the two are
// distinguished afterwards.
Result<Fd> step_into(int at, const std::string& part, const RepoPath& path) {
  Fd next(::openat(at, part.c_str(), kFolderFlags | O_NOFOLLOW));
  if (next.valid()) return next;
  int number = errno;
  struct stat facts = {};
  if (number == ENOTDIR && ::fstatat(at, part.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK(facts.st_mode)) {
    number = ELOOP;
  }
  return open_error(number, path);
}

}  // namespace pawl::os
