#include "os/files/root.hpp"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/beneath.hpp"
#include "os/files/fd.hpp"
#include "os/random.hpp"

namespace pawl::os {
namespace {

constexpr std::size_t kPieceBytes = 4U << 20U;  // read between two looks at a request to stop

class RealRoot final : public Root {
 public:
  RealRoot(Fd root, std::string folder, bool walk, std::optional<Owner> owner)
      : root_(std::move(root)), folder_(std::move(folder)), walk_(walk), owner_(owner) {}

  const std::string& folder() const override { return folder_; }

  Result<std::string> read(const RepoPath& path, std::size_t bytes_max,
                           const Cancel* cancel) const override {
    struct stat facts = {};
    TRY_ASSIGN(const Fd fd, open_file_beneath(root_.get(), path, walk_, facts));
    std::string content;
    content.reserve(std::min(static_cast<std::size_t>(facts.st_size), bytes_max));
    while (content.size() <= bytes_max) {
      if (cancel != nullptr && cancel->requested()) {
        return fail(Errc::cancelled, path.text() + " was not read: cancelled");
      }
      const std::size_t before = content.size();
      if (!read_all(fd.get(), std::min(bytes_max, before + kPieceBytes), content)) {
        return errno_error(errno, path.text());
      }
      if (content.size() <= before + kPieceBytes) break;
    }
    if (content.size() > bytes_max) {
      return fail(Errc::invalid,
                  path.text() + " is larger than " + std::to_string(bytes_max) + " bytes");
    }
    return content;
  }

  Result<Fd> itself() const override {
    Fd fd(::openat(root_.get(), ".", kFolderFlags));
    if (!fd.valid()) return errno_error(errno, folder_);
    return fd;
  }

  Result<Fd> folder_at(const RepoPath& path) const override {
    return open_folder(path, path.components().size());
  }

  Result<std::optional<FileStat>> stat(const RepoPath& path) const override {
    const Result<Fd> parent = open_parent(path);
    if (!parent) {
      if (parent.error().code == Errc::not_found) return std::optional<FileStat>();
      return parent.error();
    }
    TRY_ASSIGN(const std::optional<struct stat> facts, stat_at(parent->get(), path));
    if (!facts) return std::optional<FileStat>();
    return std::optional(to_file_stat(*facts));
  }

  Result<std::string> read_link(const RepoPath& path) const override {
    TRY_ASSIGN(const Fd parent, open_parent(path));
    std::string target(4096, '\0');
    const ssize_t n = ::readlinkat(parent.get(), name(path).c_str(), target.data(), target.size());
    if (n < 0) {
      if (errno == EINVAL) return fail(Errc::invalid, path.text() + " is not a symbolic link");
      return errno_error(errno, path.text());
    }
    target.resize(static_cast<std::size_t>(n));
    return target;
  }

  Status write(const RepoPath& path, std::string_view content, std::uint32_t mode) override {
    std::size_t made = 0;
    Status written = write_making_folders(path, content, mode, made);
    if (!written) prune(path, made);
    return written;
  }

  Status write_link(const RepoPath& path, const std::string& target) override {
    std::size_t made = 0;
    Status written = link_making_folders(path, target, made);
    if (!written) prune(path, made);
    return written;
  }

  Status remove_link(const RepoPath& path) override {
    return remove_if(path, [&](const struct stat& facts) -> Status {
      if (S_ISLNK(facts.st_mode)) return Done{};
      return fail(Errc::denied, path.text() + " is no symlink");
    });
  }

  Status remove(const RepoPath& path) override {
    return remove_if(path, [&](const struct stat& facts) { return check_regular(facts, path); });
  }

 private:
  static std::string name(const RepoPath& path) { return path.components().back(); }

  static FileStat to_file_stat(const struct stat& facts) {
    FileStat out;
    out.type = S_ISREG(facts.st_mode)   ? FileType::file
               : S_ISDIR(facts.st_mode) ? FileType::folder
               : S_ISLNK(facts.st_mode) ? FileType::symlink
                                        : FileType::other;
    out.size = static_cast<std::uint64_t>(facts.st_size);
    out.mode = facts.st_mode & 07777U;
    out.modified = Timestamp(Milliseconds(static_cast<long long>(facts.st_mtim.tv_sec) * 1000 +
                                          facts.st_mtim.tv_nsec / 1'000'000));
    return out;
  }

  static Result<std::optional<struct stat>> stat_at(int parent, const RepoPath& path) {
    struct stat facts = {};
    if (::fstatat(parent, name(path).c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0) {
      return std::optional(facts);
    }
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<struct stat>();
    return errno_error(errno, path.text());
  }

  static Status check_regular(const struct stat& facts, const RepoPath& path) {
    if (S_ISREG(facts.st_mode)) return Done{};
    if (S_ISLNK(facts.st_mode)) {
      return fail(Errc::denied, path.text() + " is a symbolic link, which is not replaced");
    }
    return fail(Errc::invalid, path.text() + " is not a regular file");
  }

  Result<Fd> open_folder(const RepoPath& path, std::size_t depth) const {
    return open_folder_beneath(root_.get(), path, depth, walk_);
  }

  Result<Fd> open_parent(const RepoPath& path) const {
    return open_folder(path, path.components().size() - 1);
  }

  // The folder of the path; those missing are made, and counted in `made`.
  Result<Fd> make_parent(const RepoPath& path, std::size_t& made) const {
    Result<Fd> parent = open_parent(path);
    if (parent || parent.error().code != Errc::not_found) return parent;
    const auto parts = path.components();
    TRY_ASSIGN(Fd at, open_folder(path, 0));
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const bool fresh = ::mkdirat(at.get(), parts[i].c_str(), 0755) == 0;
      if (fresh) {
        ++made;
      } else if (errno != EEXIST) {
        return errno_error(errno, path.text());
      }
      Result<Fd> next = step_into(at.get(), parts[i], path);
      if (!next && next.error().code == Errc::not_found) {
        return fail(Errc::invalid, path.text() + ": " + parts[i] + " is not a folder");
      }
      TRY_ASSIGN(at, std::move(next));
      if (fresh) TRY(give(at.get(), path));
    }
    return at;
  }

  Status write_making_folders(const RepoPath& path, std::string_view content, std::uint32_t mode,
                              std::size_t& made) {
    TRY_ASSIGN(const Fd parent, make_parent(path, made));
    TRY_ASSIGN(const std::optional<struct stat> facts, stat_at(parent.get(), path));
    if (facts) TRY(check_regular(*facts, path));
    // From here on everything happens in the opened folder, by names without a slash. Whatever
    // another process puts at those names meanwhile is replaced or refused, never followed.
    const std::string temporary = ".pawl-" + random_->hex(12) + ".tmp";
    Status written = write_new(parent.get(), temporary, content, mode, path);
    if (written &&
        ::renameat(parent.get(), temporary.c_str(), parent.get(), name(path).c_str()) != 0) {
      written = errno_error(errno, path.text());
    }
    if (!written) ::unlinkat(parent.get(), temporary.c_str(), 0);
    return written;
  }

  // A file or folder that was just made here, by its descriptor.
  Status give(int fd, const RepoPath& path) const {
    if (!owner_ || ::fchownat(fd, "", owner_->uid, owner_->gid, AT_EMPTY_PATH) == 0) return Done{};
    return errno_error(errno, "cannot give away " + path.text());
  }

  template <class Check>
  Status remove_if(const RepoPath& path, const Check& check) const {
    const Result<Fd> parent = open_parent(path);
    if (!parent) {
      if (parent.error().code == Errc::not_found) return Done{};
      return parent.error();
    }
    TRY_ASSIGN(const std::optional<struct stat> facts, stat_at(parent->get(), path));
    if (!facts) return Done{};
    TRY(check(*facts));
    if (::unlinkat(parent->get(), name(path).c_str(), 0) != 0 && errno != ENOENT) {
      return errno_error(errno, path.text());
    }
    prune(path, path.components().size() - 1);
    return Done{};
  }

  Status link_making_folders(const RepoPath& path, const std::string& target, std::size_t& made) {
    TRY_ASSIGN(const Fd parent, make_parent(path, made));
    TRY_ASSIGN(const std::optional<struct stat> facts, stat_at(parent.get(), path));
    if (facts && !S_ISLNK(facts->st_mode)) TRY(check_regular(*facts, path));
    const std::string temporary = ".pawl-" + random_->hex(12) + ".tmp";
    if (::symlinkat(target.c_str(), parent.get(), temporary.c_str()) != 0) {
      return errno_error(errno, "cannot write " + path.text());
    }
    if (::renameat(parent.get(), temporary.c_str(), parent.get(), name(path).c_str()) == 0) {
      return Done{};
    }
    Status failed = errno_error(errno, path.text());
    ::unlinkat(parent.get(), temporary.c_str(), 0);
    return failed;
  }

  Status write_new(int parent, const std::string& temporary, std::string_view content,
                   std::uint32_t mode, const RepoPath& path) const {
    Fd fd(::openat(parent, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   0600));
    if (!fd.valid() || !write_all(fd.get(), content)) {
      return errno_error(errno, "cannot write " + path.text());
    }
    TRY(give(fd.get(), path));
    if (::fchmod(fd.get(), mode) != 0 || ::close(fd.release()) != 0) {
      return errno_error(errno, "cannot write " + path.text());
    }
    return Done{};
  }

  // Removes up to `count` folders on the way to the path, deepest first, as long as they are empty.
  void prune(const RepoPath& path, std::size_t count) const {
    const auto parts = path.components();
    for (std::size_t depth = parts.size() - 1; depth > 0 && count > 0; --depth, --count) {
      const Result<Fd> parent = open_folder(path, depth - 1);
      if (!parent || ::unlinkat(parent->get(), parts[depth - 1].c_str(), AT_REMOVEDIR) != 0) return;
    }
  }

  Fd root_;
  std::string folder_;
  bool walk_;
  std::optional<Owner> owner_;
  std::unique_ptr<Random> random_ = real_random();
};

}  // namespace

Result<std::unique_ptr<Root>> Root::open(const std::string& folder, Resolver resolver) {
  Fd root(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) return errno_error(errno, folder);
  const bool walk = resolver == Resolver::walk || !has_openat2(root.get());
  return std::unique_ptr<Root>(
      std::make_unique<RealRoot>(std::move(root), absolute_path(folder), walk, std::nullopt));
}

Result<std::unique_ptr<Root>> Root::at(int descriptor, std::string folder,
                                       std::optional<Owner> owner) {
  Fd root(::openat(descriptor, ".", kFolderFlags));
  if (!root.valid()) return errno_error(errno, folder);
  const bool walk = !has_openat2(root.get());
  return std::unique_ptr<Root>(
      std::make_unique<RealRoot>(std::move(root), std::move(folder), walk, owner));
}

}  // namespace pawl::os
