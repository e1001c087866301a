#include "os/files/fd.hpp"

#include <array>
#include <memory>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pawl::os {

void Fd::reset() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Error errno_error(int number, std::string_view what) {
  Errc code = Errc::io;
  switch (number) {
    case ENOENT:
    case ENOTDIR: code = Errc::not_found; break;
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case EXDEV: code = Errc::denied; break;
    case EEXIST:
    case EBUSY:
    case ENOTEMPTY:
    case ETXTBSY: code = Errc::conflict; break;
    case EINVAL:
    case EISDIR:
    case ENAMETOOLONG:
    case E2BIG:
    case ENOEXEC: code = Errc::invalid; break;
    default: break;
  }
  std::string message(what);
  message += ": " + std::generic_category().message(number);
  if (number == ENOSPC || number == EDQUOT) message += " (free some space and try again)";
  return fail(code, std::move(message));
}

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n =
        retry_interrupted([&] { return ::write(fd, content.data(), content.size()); });
    if (n < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool read_all(int fd, std::size_t bytes_max, std::string& out) {
  std::array<char, 64U << 10U> buffer;  // NOLINT: filled by read(2), clearing it would cost more
  while (out.size() <= bytes_max) {
    const std::size_t window = bytes_max - out.size();
    const std::size_t want = window < buffer.size() ? window + 1 : buffer.size();
    const ssize_t n = retry_interrupted([&] { return ::read(fd, buffer.data(), want); });
    if (n <= 0) return n == 0;
    out.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return true;
}

Result<Fd> file_in_memory(std::string_view content) {
  Fd file(::memfd_create("pawl", MFD_CLOEXEC));
  if (!file.valid() || !write_all(file.get(), content) || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    return errno_error(errno, "a file in memory");
  }
  return file;
}

Result<Fd> open_regular(const Fd& there, std::string_view what) {
  struct stat facts = {};
  if (::fstat(there.get(), &facts) != 0) return errno_error(errno, what);
  if (!S_ISREG(facts.st_mode)) {
    return fail(Errc::invalid, std::string(what) + " is not a regular file");
  }
  const std::string again = "/proc/self/fd/" + std::to_string(there.get());
  Fd fd(::open(again.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, what);
  return fd;
}

Result<std::vector<std::string>> names_in(int folder, std::size_t names_max) {
  Fd copy(::fcntl(folder, F_DUPFD_CLOEXEC, 3));
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(copy.get()), &::closedir);
  if (!stream) return errno_error(errno, "a folder");
  static_cast<void>(copy.release());
  ::rewinddir(stream.get());
  std::vector<std::string> names;
  while (names.size() < names_max) {
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

}  // namespace pawl::os
