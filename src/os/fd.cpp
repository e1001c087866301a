#include "os/fd.hpp"

#include <array>
#include <system_error>

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
    const std::size_t room = bytes_max - out.size();
    const std::size_t want = room < buffer.size() ? room + 1 : buffer.size();
    const ssize_t n = retry_interrupted([&] { return ::read(fd, buffer.data(), want); });
    if (n <= 0) return n == 0;
    out.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace pawl::os
