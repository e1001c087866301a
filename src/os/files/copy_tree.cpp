#include "os/files/copy_tree.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/fd.hpp"

namespace pawl::os {
namespace {

// Copied between two looks at a request to stop.
constexpr std::size_t kCopyBytes = 8U << 20U;

// Folders are found again by their paths beneath the root, so that no descriptors are held and no
// stack grows, however deep the tree is.
Result<Fd> open_path(const Root& root, const std::string& path) {
  if (path.empty()) return root.itself();
  TRY_ASSIGN(const RepoPath checked, RepoPath::from_git(path));
  return root.folder_at(checked);
}

Result<std::vector<std::string>> names_of(const Fd& folder, const std::string& path,
                                          std::size_t names_max) {
  const Fd readable(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!readable.valid()) return errno_error(errno, path);
  return names_in(readable.get(), names_max);
}

std::string beneath(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

class TreeCopier {
 public:
  TreeCopier(const Root& from, const Root& to, const CopyLimits& limits, std::optional<Owner> owner,
             const Cancel* cancel)
      : from_(from), to_(to), limits_(limits), owner_(owner), cancel_(cancel) {}

  Status run() {
    folders_.emplace_back();
    while (!folders_.empty()) {
      const std::string folder = std::move(folders_.back());
      folders_.pop_back();
      TRY(copy_folder(folder));
    }
    return Done{};
  }

 private:
  Status copy_folder(const std::string& folder) {
    TRY_ASSIGN(const Fd from, open_path(from_, folder));
    TRY_ASSIGN(const Fd to, open_path(to_, folder));
    TRY_ASSIGN(const std::vector<std::string> names,
               names_of(from, folder, limits_.names_max - names_ + 1));
    names_ += names.size();
    if (names_ > limits_.names_max) return fail(Errc::invalid, "there are too many files to copy");
    for (const std::string& name : names) {
      TRY(go_on());
      TRY(copy_entry(from, to, name, folder));
    }
    return Done{};
  }

  Status go_on() const {
    if (cancel_ == nullptr || !cancel_->requested()) return Done{};
    return fail(Errc::cancelled, "a folder was not copied: cancelled");
  }

  Status copy_entry(const Fd& from, const Fd& to, const std::string& name,
                    const std::string& folder) {
    const std::string path = beneath(folder, name);
    const Fd there(::openat(from.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts = {};
    if (!there.valid() || ::fstat(there.get(), &facts) != 0) return errno_error(errno, path);
    if (S_ISREG(facts.st_mode)) return copy_file(there, to, name, facts, path);
    if (S_ISLNK(facts.st_mode)) return copy_link(there, to, name, path);
    if (!S_ISDIR(facts.st_mode)) return Done{};
    if (::mkdirat(to.get(), name.c_str(), 0700) != 0) return errno_error(errno, path);
    TRY(give(to, name, path));
    folders_.push_back(path);
    return Done{};
  }

  Status give(const Fd& folder, const std::string& name, const std::string& path) const {
    if (!owner_ || ::fchownat(folder.get(), name.c_str(), owner_->uid, owner_->gid,
                              AT_SYMLINK_NOFOLLOW) == 0) {
      return Done{};
    }
    return errno_error(errno, path);
  }

  Status copy_link(const Fd& there, const Fd& to, const std::string& name,
                   const std::string& path) {
    std::array<char, 4096> target{};
    const ssize_t n = ::readlinkat(there.get(), "", target.data(), target.size() - 1);
    if (n < 0 || ::symlinkat(target.data(), to.get(), name.c_str()) != 0) {
      return errno_error(errno, path);
    }
    return give(to, name, path);
  }

  Status copy_file(const Fd& there, const Fd& to, const std::string& name, const struct stat& facts,
                   const std::string& path) {
    if (static_cast<std::uint64_t>(facts.st_size) > limits_.bytes_max - bytes_) {
      return fail(Errc::invalid, "there is too much to copy");
    }
    TRY_ASSIGN(const Fd from, open_regular(there, path));
    const Fd made(::openat(to.get(), name.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!made.valid()) return errno_error(errno, path);
    if (::ioctl(made.get(), FICLONE, from.get()) == 0) {
      bytes_ += static_cast<std::uint64_t>(facts.st_size);
    } else {
      TRY(copy_bytes(from, made, path));
    }
    const bool owned = !owner_ || ::fchown(made.get(), owner_->uid, owner_->gid) == 0;
    const std::array<timespec, 2> times = {facts.st_atim, facts.st_mtim};
    if (!owned || ::fchmod(made.get(), facts.st_mode & 0777U) != 0 ||
        ::futimens(made.get(), times.data()) != 0) {
      return errno_error(errno, path);
    }
    return Done{};
  }

  Status copy_bytes(const Fd& from, const Fd& made, const std::string& path) {
    std::string piece;
    do {
      TRY(go_on());
      piece.clear();
      if (!read_all(from.get(), kCopyBytes - 1, piece) || !write_all(made.get(), piece)) {
        return errno_error(errno, path);
      }
      bytes_ += piece.size();
      // It may have grown since it was looked at.
      if (bytes_ > limits_.bytes_max) return fail(Errc::invalid, "there is too much to copy");
    } while (piece.size() == kCopyBytes);
    return Done{};
  }

  const Root& from_;
  const Root& to_;
  const CopyLimits& limits_;
  std::optional<Owner> owner_;
  const Cancel* cancel_;
  std::vector<std::string> folders_;  // still to be copied; they are there already
  std::size_t names_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Status copy_tree(const Root& from, const Root& to, const CopyLimits& limits,
                 std::optional<Owner> owner, const Cancel* cancel) {
  return TreeCopier(from, to, limits, owner, cancel).run();
}

Status give_tree(const Root& folder, Owner owner) {
  TRY_ASSIGN(const Fd top, folder.itself());
  if (::fchownat(top.get(), "", owner.uid, owner.gid, AT_EMPTY_PATH) != 0) {
    return errno_error(errno, "the folder itself");
  }
  std::vector<std::string> folders(1);
  while (!folders.empty()) {
    const std::string path = std::move(folders.back());
    folders.pop_back();
    TRY_ASSIGN(const Fd at, open_path(folder, path));
    TRY_ASSIGN(const std::vector<std::string> names,
               names_of(at, path, std::numeric_limits<std::size_t>::max()));
    for (const std::string& name : names) {
      struct stat facts = {};
      const std::string shown = beneath(path, name);
      if (::fchownat(at.get(), name.c_str(), owner.uid, owner.gid, AT_SYMLINK_NOFOLLOW) != 0 ||
          ::fstatat(at.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno_error(errno, shown);
      }
      if (S_ISDIR(facts.st_mode)) folders.push_back(shown);
    }
  }
  return Done{};
}

}  // namespace pawl::os
