// Files on the real disk. remove_tree has its own file.
#include "os/files/files.hpp"

#include <algorithm>
#include <cstdio>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/fd.hpp"
#include "os/files/leftover_name.hpp"
#include "os/files/remove_tree.hpp"
#include "os/random.hpp"

namespace pawl::os {
namespace {

FileStat to_file_stat(const struct stat& facts) {
  FileStat out;
  if (S_ISREG(facts.st_mode)) {
    out.type = FileType::file;
  } else if (S_ISDIR(facts.st_mode)) {
    out.type = FileType::folder;
  } else {
    out.type = S_ISLNK(facts.st_mode) ? FileType::symlink : FileType::other;
  }
  out.size = static_cast<std::uint64_t>(facts.st_size);
  out.mode = facts.st_mode & 07777U;
  out.modified = Timestamp(Milliseconds(static_cast<long long>(facts.st_mtim.tv_sec) * 1000 +
                                        facts.st_mtim.tv_nsec / 1'000'000));
  return out;
}

// A rename or a new name is on disk only when its folder is.
Status sync_folder(const std::string& folder) {
  const Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, folder);
  // Some file systems (network, FUSE) cannot sync folders and say EINVAL.
  if (::fsync(fd.get()) != 0 && errno != EINVAL) return errno_error(errno, folder);
  return Done{};
}

class RealLock final : public FileLock {
 public:
  RealLock(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  // Unlocked by name, not by closing: a process just being started may still hold a copy of the
  // descriptor for a moment, and the lock would live as long as the copy.
  ~RealLock() override { ::flock(fd_.get(), LOCK_UN); }
  RealLock(const RealLock&) = delete;
  RealLock& operator=(const RealLock&) = delete;

  Status write(std::string_view content) override {
    if (::ftruncate(fd_.get(), 0) != 0 || ::lseek(fd_.get(), 0, SEEK_SET) != 0 ||
        !write_all(fd_.get(), content)) {
      return errno_error(errno, path_);
    }
    return Done{};
  }

 private:
  Fd fd_;
  std::string path_;
};

class RealFiles final : public Files {
 public:
  explicit RealFiles(const Cancel* cancel) : cancel_(cancel) {}

  Result<std::string> read(const std::string& path, std::size_t bytes_max) override {
    // Without waiting for the writer of a named pipe, and without making a terminal Pawl's own.
    const Fd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd.valid()) return errno_error(errno, path);
    struct stat facts = {};
    if (::fstat(fd.get(), &facts) != 0) return errno_error(errno, path);
    if (S_ISDIR(facts.st_mode)) return errno_error(EISDIR, path);
    if (!S_ISREG(facts.st_mode)) return fail(Errc::invalid, path + " is not a regular file");
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (size > bytes_max) return too_large(path, bytes_max);
    std::string content;
    content.reserve(static_cast<std::size_t>(size));
    if (!read_all(fd.get(), bytes_max, content)) return errno_error(errno, path);
    if (content.size() > bytes_max) return too_large(path, bytes_max);
    return content;
  }

  Status write_atomic(const std::string& path, std::string_view content,
                      std::uint32_t mode) override {
    TRY(write_over(path, content, mode, Wait::for_disk));
    return sync_folder(parent_path(path));
  }

  Status replace(const std::string& path, std::string_view content, std::uint32_t mode) override {
    return write_over(path, content, mode, Wait::for_nothing);
  }

  Status append(const std::string& path, std::string_view content, std::uint32_t mode) override {
    const Fd fd(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode));
    if (!fd.valid()) return errno_error(errno, path);
    struct stat before = {};
    if (::fstat(fd.get(), &before) != 0) return errno_error(errno, path);
    if (!write_all(fd.get(), content)) {
      const int number = errno;
      // Takes half a record back, so that the next append starts where this one did.
      const int ignored = ::ftruncate(fd.get(), before.st_size);
      static_cast<void>(ignored);
      return errno_error(number, path);
    }
    return Done{};
  }

  Result<std::optional<FileStat>> stat(const std::string& path) override {
    struct stat facts = {};
    if (::lstat(path.c_str(), &facts) == 0) return std::optional(to_file_stat(facts));
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<FileStat>();
    return errno_error(errno, path);
  }

  Result<std::vector<std::string>> list(const std::string& folder) override {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
    if (!stream) return errno_error(errno, folder);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
      errno = 0;
    }
    if (errno != 0) return errno_error(errno, folder);
    std::sort(names.begin(), names.end());
    return names;
  }

  Status make_folders(const std::string& path, std::uint32_t mode) override {
    if (::mkdir(path.c_str(), mode) == 0) return Done{};
    if (errno == ENOENT && parent_path(path) != path && !parent_path(path).empty()) {
      TRY(make_folders(parent_path(path), mode));
      if (::mkdir(path.c_str(), mode) == 0) return Done{};
    }
    const int number = errno;
    struct stat facts = {};
    const bool folder = ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
    if (number == EEXIST && folder) return Done{};
    return errno_error(number, path);
  }

  Result<bool> make_new_folder(const std::string& path, std::uint32_t mode) override {
    TRY(make_folders(parent_path(path), mode));
    if (::mkdir(path.c_str(), mode) == 0) return true;
    if (errno == EEXIST) return false;
    return errno_error(errno, path);
  }

  Status remove(const std::string& path) override {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return Done{};
    return errno_error(errno, path);
  }

  Status remove_tree(const std::string& path) override { return os::remove_tree(path, cancel_); }

  Status rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) return errno_error(errno, from + " → " + to);
    return Done{};
  }

  Result<std::unique_ptr<FileLock>> try_lock(const std::string& path, std::uint32_t mode) override {
    constexpr int kTries = 10;
    for (int i = 0; i < kTries; ++i) {
      Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode));
      if (!fd.valid()) return errno_error(errno, path);
      if (retry_interrupted([&] { return ::flock(fd.get(), LOCK_EX | LOCK_NB); }) != 0) {
        if (errno == EWOULDBLOCK) {
          return fail(Errc::conflict, path + " is locked by another process");
        }
        return errno_error(errno, path);
      }
      // Whoever removed the file meanwhile lets the next one lock another of the same name.
      if (!is_at(fd.get(), path)) continue;
      return std::unique_ptr<FileLock>(std::make_unique<RealLock>(std::move(fd), path));
    }
    return fail(Errc::conflict, path + " is replaced again and again by another process");
  }

 private:
  static bool is_at(int fd, const std::string& path) {
    struct stat locked = {};
    struct stat there = {};
    return ::fstat(fd, &locked) == 0 && ::lstat(path.c_str(), &there) == 0 &&
           locked.st_dev == there.st_dev && locked.st_ino == there.st_ino;
  }

  enum class Wait : std::uint8_t { for_disk, for_nothing };

  // Beside it, and renamed over it.
  Status write_over(const std::string& path, std::string_view content, std::uint32_t mode,
                    Wait wait) {
    const std::string temporary =
        join_path(parent_path(path), temporary_name(file_name(path), random_->hex(8)));
    Status written = write_new(temporary, content, mode, wait);
    if (written && ::rename(temporary.c_str(), path.c_str()) != 0) {
      written = errno_error(errno, path);
    }
    if (written) return written;
    ::unlink(temporary.c_str());
    // The reader knows the file, not the temporary one beside it.
    return fail(written.error().code, "cannot write " + path + ": " + written.error().message);
  }

  static Status write_new(const std::string& path, std::string_view content, std::uint32_t mode,
                          Wait wait) {
    Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd.valid()) return errno_error(errno, path);
    if (!write_all(fd.get(), content) || ::fchmod(fd.get(), mode) != 0 ||
        (wait == Wait::for_disk && ::fsync(fd.get()) != 0) || ::close(fd.release()) != 0) {
      return errno_error(errno, path);
    }
    return Done{};
  }

  std::unique_ptr<Random> random_ = real_random();

  const Cancel* cancel_;
};

}  // namespace

Error too_large(std::string_view path, std::size_t bytes_max) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  const std::string limit = bytes_max % kMiB == 0 ? std::to_string(bytes_max / kMiB) + " MiB"
                                                  : std::to_string(bytes_max) + " bytes";
  return fail(Errc::invalid, std::string(path) + " is larger than " + limit);
}

std::unique_ptr<Files> real_files() { return std::make_unique<RealFiles>(nullptr); }
std::unique_ptr<Files> real_files(const Cancel& cancel) {
  return std::make_unique<RealFiles>(&cancel);
}

}  // namespace pawl::os
