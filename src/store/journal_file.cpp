#include "store/journal_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/private_path.hpp"

namespace pawl::store {
namespace {

constexpr mode_t kMode = 0600;

// Calls until no signal gets in between.
template <class Call>
auto retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace

Error JournalFile::failure(std::string_view doing, int error) const {
  std::string message = "cannot " + std::string(doing) + " " + path_ + ": " + std::strerror(error);
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) {
    message += "; the journal is intact: free some space, then resume the run";
  }
  const bool denied = error == EACCES || error == EPERM || error == EROFS;
  return fail(denied ? Errc::denied : Errc::io, std::move(message));
}

Result<JournalFile> JournalFile::open(const std::string& path, const std::string& folder) {
  const int fd = retried([&] {
    return ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kMode);
  });
  const int error = errno;
  JournalFile file(fd, path, folder);
  if (fd < 0) return file.failure("open the journal", error);
  TRY(os::check_private_entry(path));
  return file;
}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : fd_(other.fd_), path_(std::move(other.path_)), folder_(std::move(other.folder_)) {
  other.fd_ = -1;
}

JournalFile::~JournalFile() {
  if (fd_ >= 0) ::close(fd_);
}

JournalFile::Held::~Held() {
  if (fd_ >= 0) ::flock(fd_, LOCK_UN);
}

Result<JournalFile::Held> JournalFile::lock() {
  if (retried([&] { return ::flock(fd_, LOCK_EX); }) != 0) return failure("lock", errno);
  return Held(fd_);
}

Result<std::uint64_t> JournalFile::length() const {
  struct stat facts {};
  if (::fstat(fd_, &facts) != 0) return failure("look at", errno);
  return static_cast<std::uint64_t>(facts.st_size);
}

Result<std::string> JournalFile::read_from(std::uint64_t offset) const {
  TRY_ASSIGN(const std::uint64_t end, length());
  std::string bytes(end > offset ? end - offset : 0, '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = retried([&] {
      return ::pread(fd_, bytes.data() + have, bytes.size() - have,
                     static_cast<off_t>(offset + have));
    });
    if (got < 0) return failure("read", errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

Status JournalFile::truncate(std::uint64_t length) {
  if (retried([&] { return ::ftruncate(fd_, static_cast<off_t>(length)); }) != 0) {
    return failure("cut back", errno);
  }
  return Done{};
}

Status JournalFile::append(std::string_view bytes, std::uint64_t length_before) {
  while (!bytes.empty()) {
    const ssize_t wrote = retried([&] { return ::write(fd_, bytes.data(), bytes.size()); });
    if (wrote < 0) {
      const Error error = failure("append to the journal", errno);
      // Should the cut fail as well, the line stays torn, and the next append cuts it off.
      (void)truncate(length_before).ok();
      return error;
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return Done{};
}

Status JournalFile::flush() {
  if (retried([&] { return ::fdatasync(fd_); }) != 0) return failure("flush the journal", errno);
  return Done{};
}

Status JournalFile::flush_folder() {
  const int fd =
      retried([&] { return ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (fd < 0) return failure("flush the folder of", errno);
  const int answer = retried([&] { return ::fsync(fd); });
  const int error = errno;
  ::close(fd);
  if (answer != 0) return failure("flush the folder of", error);
  return Done{};
}

}  // namespace pawl::store
