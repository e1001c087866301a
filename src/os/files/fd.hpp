// A file descriptor that closes itself, and errno as an Error: shared by the files of this module.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace pawl::os {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset();

 private:
  int fd_ = -1;
};

// Calls a system call again for as long as a signal interrupts it.
template <class Call>
auto retry_interrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// `WHAT: No such file or directory`, with the code a caller can act on.
Error errno_error(int number, std::string_view what);
// All of `content`, however many calls it takes; false with errno set otherwise.
bool write_all(int fd, std::string_view content);
// Until the end, or until `bytes_max` + 1 bytes are there; false with errno set on failure.
bool read_all(int fd, std::size_t bytes_max, std::string& out);
// An anonymous file with this content, to be read from its beginning.
Result<Fd> file_in_memory(std::string_view content);

// The regular file behind an O_PATH descriptor, opened to be read; `what` names it in messages.
// Anything else is refused without being opened: to open a pipe may wait for ever, to open a device
// may do something.
Result<Fd> open_regular(const Fd& there, std::string_view what);
// Names in a folder, at most `names_max` of them, without `.` and `..`, in no order. The descriptor
// is one for reading.
Result<std::vector<std::string>> names_in(int folder, std::size_t names_max);

}  // namespace pawl::os
